import { sum, type AccountHoldings, type HeldPosition, type Stop } from "@chartrelay/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel, useAccountText } from "../../core/trading/account-label.tsx";
import { Profit } from "../../core/trading/profit.tsx";
import { formatMoney } from "../../lib/amounts.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { KillSwitch, StopState } from "../stops/index.ts";
import { Trouble } from "./account-trouble.tsx";
import { keyOf } from "./held.ts";
import { usePositionColumns } from "./position-columns.tsx";

interface AccountCardProps {
  readonly account: AccountHoldings;
  readonly positions: readonly HeldPosition[];
  /** The user's strategies by id. */
  readonly strategies: ReadonlyMap<string, string>;
  /** The account's stop that is in force, if any. */
  readonly stop: Stop | undefined;
  readonly onClose: (position: HeldPosition) => void;
  readonly onStop: () => void;
}

/** What one account holds, as its venue last said. */
export function AccountCard({ account, positions, strategies, stop, onClose, onStop }: AccountCardProps) {
  const { t } = useTranslation("positions");
  const heading = useId();
  const textOf = useAccountText();
  const columns = usePositionColumns(strategies, onClose);
  const { readAt, state } = account.positions;
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 card p-4 [contain-intrinsic-size:auto_160px] [content-visibility:auto] tablet:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 grow basis-60 flex-col gap-1">
          <h2 id={heading} className="text-16 font-semibold">
            <AccountLabel account={account} />
          </h2>
          <p className="flex flex-wrap gap-x-3 text-14 text-muted">
            {account.isPaused && <span className="text-warning">{t("paused")}</span>}
            {readAt !== null && (
              <span>
                {t("as_of")} <DateTime at={readAt} hasSeconds />
              </span>
            )}
          </p>
        </div>
        <KillSwitch
          subject={{ scope: "account", id: account.accountId, account }}
          stop={stop}
          onChange={onStop}
          className="min-h-11 px-3 text-14"
        />
      </div>
      {stop && <StopState stop={stop} onLifted={onStop} />}
      <Money account={account} positions={positions} />
      <Trouble account={account} />
      {state === "read" && positions.length === 0 && <p className="text-14 text-muted">{t("none")}</p>}
      {positions.length > 0 && (
        <div className="tablet:-mx-5">
          <DataTable
            caption={t("of_account", { account: textOf(account) })}
            columns={columns}
            rows={positions}
            rowKey={keyOf}
          />
        </div>
      )}
    </section>
  );
}

/** The account's money by currency, with what its positions have gained so far. */
function Money({ account: { money, exchange }, positions }: Pick<AccountCardProps, "account" | "positions">) {
  const { t, i18n } = useTranslation(["positions", "trading"]);
  const amount = (decimal: string, currency: string) => formatMoney(decimal, currency, i18n.language);
  const profits = openProfits(positions);
  return (
    <>
      {money.state !== "read" && (
        <p className="text-14 text-muted">{t(`money_${money.state}`, { venue: t(exchange, { ns: "trading" }) })}</p>
      )}
      {money.state === "read" && money.currencies.length === 0 && (
        <p className="text-14 text-muted">{t("money_none")}</p>
      )}
      {(money.currencies.length > 0 || profits.size > 0) && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-14">
          {money.currencies.map(({ currency, free, blocked }) => (
            <div key={currency}>
              <dt className="text-12 text-muted">
                {t("money")}, {currency}
              </dt>
              <dd className="flex flex-wrap gap-x-3 tabular">
                <span className="whitespace-nowrap">
                  <span className="font-medium">{amount(free, currency)}</span> {t("free")}
                </span>
                <span className="whitespace-nowrap text-muted">
                  {amount(blocked, currency)} {t("blocked")}
                </span>
              </dd>
            </div>
          ))}
          {[...profits].map(([currency, profit]) => (
            <div key={`profit ${currency}`}>
              <dt className="text-12 text-muted">{t("profit")}</dt>
              <dd className="font-medium">
                <Profit amount={profit} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Returns the open profit of an account by currency; none for a currency in which some profit isn't known. */
function openProfits(positions: readonly HeldPosition[]): ReadonlyMap<string, string> {
  const profits = new Map<string, string>();
  for (const [currency, held] of Map.groupBy(positions, (position) => position.currency)) {
    if (currency === null || held.some(({ openProfit }) => openProfit === null)) continue;
    profits.set(
      currency,
      held.reduce((total, { openProfit }) => sum(total, openProfit ?? "0"), "0"),
    );
  }
  return profits;
}
