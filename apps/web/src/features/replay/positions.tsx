import type { ReplayPosition, ReplayReport } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DataTable, type Column } from "../../ui/data-table.tsx";

/** Where each account ends, beside where it should end and where TradingView does. */
export function Positions({ report: { positions, accounts } }: { readonly report: ReplayReport }) {
  const { t } = useTranslation("replay");
  const columns = useColumns(accounts);
  return (
    <section className="flex min-w-0 flex-col gap-3 tablet:card tablet:pt-5">
      <h2 className="text-18 font-semibold tablet:px-5">{t("positions")}</h2>
      <DataTable
        caption={t("positions")}
        columns={columns}
        rows={positions}
        rowKey={({ accountId, contract }) => `${accountId} ${contract}`}
      />
    </section>
  );
}

function useColumns(accounts: ReplayReport["accounts"]): readonly Column<ReplayPosition>[] {
  const { t } = useTranslation("replay");
  return useMemo(
    () => [
      {
        key: "account",
        title: t("account"),
        cell: ({ accountId }) => {
          const account = accounts.find(({ id }) => id === accountId);
          return account ? <AccountLabel account={account} isShort /> : accountId;
        },
        isWide: true,
        isPlain: true,
      },
      {
        key: "instrument",
        title: t("instrument"),
        cell: ({ ticker, contract }) => (
          <>
            <span className="block font-medium [overflow-wrap:anywhere]">{ticker}</span>
            {contract !== ticker && <span className="block text-12 text-muted">{contract}</span>}
          </>
        ),
      },
      { key: "holds", title: t("holds"), cell: ({ quantity }) => quantity, isNumber: true },
      { key: "target", title: t("target"), cell: ({ target }) => target ?? "–", isNumber: true },
      { key: "tradingview", title: t("tradingview"), cell: ({ tradingView }) => tradingView ?? "–", isNumber: true },
      {
        key: "verdict",
        title: t("verdict"),
        cell: ({ isEqual }) => (
          <span className={classNames("font-medium", isEqual ? "text-ok" : "text-warning")}>
            {t(isEqual ? "agrees" : "differs")}
          </span>
        ),
      },
    ],
    [t, accounts],
  );
}
