import { signOf, type StrategyPosition } from "@chartrelay/contract";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Drift } from "../../core/trading/drift.tsx";
import { Profit } from "../../core/trading/profit.tsx";
import { useLoaded } from "../../core/use-loaded.ts";
import { classNames } from "../../ui/class-names.ts";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { fetchPositions } from "./api.ts";

const TOPICS: ReadonlySet<string> = new Set(["strategy", "positions", "order"]);

interface HoldingsProps {
  readonly id: string;
  /** What the page's loader has loaded. */
  readonly given: StrategyPosition[] | undefined;
}

/** What the strategy holds in each account by its own fills, beside what its last signal says. */
export function Holdings({ id, given }: HoldingsProps) {
  const { t } = useTranslation("strategy");
  const load = useCallback(() => fetchPositions(id), [id]);
  const { value, error, reload } = useLoaded(load, given);
  useLiveReload(TOPICS, reload);
  const columns = useColumns();
  return (
    <section className="flex min-w-0 flex-col gap-3 tablet:card tablet:py-5">
      <div className="tablet:px-5">
        <h2 className="text-18 font-semibold">{t("positions")}</h2>
        <p className="text-14 text-muted">{t("positions_hint")}</p>
      </div>
      {error === undefined ? (
        <DataTable
          caption={t("positions")}
          columns={columns}
          rows={value}
          rowKey={({ accountId, contract }) => `${accountId} ${contract}`}
          expectedRows={2}
          empty={<p className="text-14 text-muted tablet:px-5">{t("no_positions")}</p>}
        />
      ) : (
        <LoadFailed error={error} onRetry={reload} />
      )}
    </section>
  );
}

function useColumns(): readonly Column<StrategyPosition>[] {
  const { t } = useTranslation("strategy");
  return useMemo(
    () => [
      {
        key: "account",
        title: t("account"),
        cell: (row) => <AccountLabel account={row} isShort />,
        isWide: true,
        isPlain: true,
      },
      {
        key: "instrument",
        title: t("instrument"),
        cell: ({ ticker, contract }) => (
          <>
            <span className="block font-medium [overflow-wrap:anywhere] tablet:whitespace-nowrap">{ticker}</span>
            {contract !== ticker && <span className="block text-12 text-muted">{contract}</span>}
          </>
        ),
      },
      {
        key: "quantity",
        title: t("holds"),
        cell: ({ quantity }) => (
          <span
            className={classNames(
              "font-medium whitespace-nowrap",
              signOf(quantity) > 0 && "text-ok",
              signOf(quantity) < 0 && "text-error",
            )}
          >
            {quantity}
          </span>
        ),
        isNumber: true,
      },
      { key: "target", title: t("target"), cell: ({ target }) => target ?? "–", isNumber: true },
      { key: "drift", title: t("drift"), cell: ({ drift }) => <Drift drift={drift} />, isNumber: true },
      {
        key: "average",
        title: t("average"),
        cell: ({ averagePrice }) => averagePrice ?? "–",
        isMinor: true,
        isNumber: true,
      },
      {
        key: "open",
        title: t("open_profit"),
        cell: ({ openProfit, currency }) => <Profit amount={openProfit} currency={currency} />,
        isMinor: true,
        isNumber: true,
      },
      {
        key: "realised",
        title: t("realised_profit"),
        cell: ({ realisedProfit, currency }) => <Profit amount={realisedProfit} currency={currency} />,
        isMinor: true,
        isNumber: true,
      },
      {
        key: "read",
        title: t("as_of"),
        cell: ({ readAt }) => <DateTime at={readAt} hasSeconds />,
        isMinor: true,
        isNumber: true,
      },
    ],
    [t],
  );
}
