import type { ReplayReport } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { fieldErrorsOf } from "../../lib/form-errors.ts";
import { log as logger } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Empty } from "../../ui/empty.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { TroubleText } from "../../ui/trouble-text.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
import { runReplay } from "./api.ts";
import { LogForm } from "./log-form.tsx";
import { Report } from "./report.tsx";

/** What became of the last run. */
type Run =
  | { readonly kind: "none" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly report: ReplayReport }
  | { readonly kind: "failed"; readonly trouble: Trouble }
  /** The log itself is at fault. */
  | { readonly kind: "refused"; readonly why: string };

/** Runs an alert log through the strategy at simulated brokers, and shows what each alert would have done. */
export function Replay({ id }: { readonly id: string }) {
  const { t } = useTranslation("replay");
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  const [run, setRun] = useState<Run>({ kind: "none" });

  async function start(log: string) {
    setRun({ kind: "running" });
    try {
      setRun({ kind: "done", report: await dispatch(runReplay(id, log)) });
    } catch (error) {
      logger.warn("a replay failed", error);
      const { log: why } = fieldErrorsOf(error);
      const trouble = troubleOf(error);
      if (why !== undefined) setRun({ kind: "refused", why });
      else if (trouble.code === "timeout") setRun({ kind: "failed", trouble: { ...trouble, text: t("timed_out") } });
      else setRun({ kind: "failed", trouble });
    }
  }

  return (
    <div className="flex flex-col gap-4 tablet:gap-6">
      <LogForm
        isBusy={run.kind === "running"}
        error={run.kind === "refused" ? run.why : undefined}
        onRun={(log) => void start(log)}
      />
      <div role="status" className="empty:hidden">
        {run.kind === "running" && <p className="sr-only">{t("running")}</p>}
      </div>
      {run.kind === "running" && (
        <OnItsWay className="flex flex-col gap-4 card p-5">
          <p className="text-14 text-muted">{t("running")}</p>
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="h-40" />
        </OnItsWay>
      )}
      {run.kind === "failed" && <TroubleText trouble={run.trouble} title={t("failed")} className="card p-5" />}
      {run.kind === "none" && (
        <Block title={t("result")}>
          <Empty title={t("empty")} reason={t("empty_reason")} />
        </Block>
      )}
      {run.kind === "done" && <Report report={run.report} />}
    </div>
  );
}
