import type { Page, StrategyLogEntry } from "@chartrelay/contract";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { formatDecimal } from "../../lib/amounts.ts";
import { Block } from "../../ui/block.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Pager } from "../../ui/pager.tsx";
import { fetchLog, ROWS } from "./api.ts";
import { RowsOnTheirWay } from "./signals.tsx";

const TOPICS: ReadonlySet<string> = new Set(["strategy", "stop"]);

interface LogProps {
  readonly id: string;
  /** Its first page, if the page's loader has loaded it. */
  readonly given: Page<StrategyLogEntry> | undefined;
}

/** What happened to the strategy beside its signals: changes, gaps, limits, stops. */
export function Log({ id, given }: LogProps) {
  const { t } = useTranslation("strategy");
  const [page, setPage] = useState(0);
  const load = useCallback(() => fetchLog(id, page), [id, page]);
  const { value, error, reload } = useLoaded(load, given);
  useLiveReload(TOPICS, reload);
  return (
    <Block title={t("log")} hint={t("log_hint")}>
      {error !== undefined && <LoadFailed error={error} onRetry={reload} />}
      {error === undefined && !value && <RowsOnTheirWay />}
      {value?.content.length === 0 && <p className="text-14 text-muted">{t("log_empty")}</p>}
      {value && value.content.length > 0 && (
        <>
          <ul className="flex flex-col divide-y divide-line text-14">
            {value.content.map((entry) => (
              <li key={entry.id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5 first:pt-0">
                <Words entry={entry} />
                <span className="whitespace-nowrap text-muted">
                  <DateTime at={entry.at} hasSeconds />
                </span>
              </li>
            ))}
          </ul>
          {value.totalElements > ROWS && (
            <Pager page={page} size={ROWS} total={value.totalElements} onChange={(next) => setPage(next)} />
          )}
        </>
      )}
    </Block>
  );
}

/** The entry in words, with its details. */
function Words({ entry: { kind, details } }: { readonly entry: StrategyLogEntry }) {
  const { t, i18n } = useTranslation("strategy");
  const fields = details["fields"]?.split(", ").map((field) => {
    const key = `field_${field}`;
    return i18n.exists(key, { ns: "strategy" }) ? t(key as "field_name") : field;
  });
  const { by, missed, ticker } = details;
  const rest = [
    ticker,
    missed !== undefined && t("log_missed", { net: formatDecimal(missed, i18n.language, { isSigned: true }) }),
    fields?.join(", "),
    by !== undefined && i18n.exists(`by_${by}`, { ns: "strategy" }) && t(`by_${by}` as "by_telegram"),
  ].filter(Boolean);
  return (
    <span className="min-w-0">
      <span className="font-medium">{t(`log_${kind}`)}</span>
      {rest.length > 0 && <span className="text-muted"> · {rest.join(" · ")}</span>}
    </span>
  );
}
