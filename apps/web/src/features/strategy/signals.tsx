import type { Page, StrategySignal } from "@chartrelay/contract";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { Block } from "../../ui/block.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Pager } from "../../ui/pager.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { FEW, fetchSignals, ROWS } from "./api.ts";
import { Chain } from "./chain.tsx";

const TOPICS: ReadonlySet<string> = new Set(["strategy", "order"]);

interface SignalsProps {
  readonly id: string;
  /** Only the latest, with a link to all. */
  readonly isShort?: boolean;
  /** The first of them, if the page's loader has loaded them. */
  readonly given: Page<StrategySignal> | undefined;
}

/** The strategy's signals as a chain. It grows as they come. */
export function Signals({ id, isShort = false, given }: SignalsProps) {
  const { t } = useTranslation("strategy");
  const [page, setPage] = useState(0);
  const load = useCallback(() => fetchSignals(id, page, isShort ? FEW : ROWS), [id, page, isShort]);
  const { value, error, reload } = useLoaded(load, given);
  useLiveReload(TOPICS, reload);
  return (
    <Block title={t("signals")} hint={t("signals_hint")}>
      {error !== undefined && <LoadFailed error={error} onRetry={reload} />}
      {error === undefined && !value && <RowsOnTheirWay />}
      {value?.content.length === 0 && <Empty title={t("no_signals")} reason={t("no_signals_reason")} />}
      {value && value.content.length > 0 && (
        <>
          <Chain signals={value.content} />
          {isShort && value.totalElements > FEW && (
            <Link to="?tab=signals" className="-my-2 inline-flex min-h-11 items-center self-start text-14 link">
              {t("all_signals")}
            </Link>
          )}
          {!isShort && value.totalElements > ROWS && (
            <Pager page={page} size={ROWS} total={value.totalElements} onChange={(next) => setPage(next)} />
          )}
        </>
      )}
    </Block>
  );
}

export function RowsOnTheirWay() {
  return (
    <OnItsWay className="flex flex-col gap-4">
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-56 max-w-full" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </span>
      ))}
    </OnItsWay>
  );
}
