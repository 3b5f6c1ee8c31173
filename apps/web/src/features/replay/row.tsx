import type { ReplayOrder, ReplayReport, ReplayRow } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { LinkMove, LinkVerdictText } from "../../core/trading/link-verdict.tsx";
import { useWhy } from "../../core/trading/why.ts";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { OrderSizing } from "../orders/index.ts";

interface RowProps {
  readonly row: ReplayRow;
  readonly accounts: ReplayReport["accounts"];
}

/** One alert: its place in the chain, and what each account did about it. */
export function Row({ row, accounts }: RowProps) {
  const { t } = useTranslation("replay");
  const why = useWhy();
  const { entry, at, ticker, link, refusal, problems, tradingView, orders } = row;
  return (
    <li className="flex min-w-0 flex-col gap-1 border-t border-line py-3 text-14">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-muted tabular">{t("entry", { number: entry })}</span>
        <span className="font-medium [overflow-wrap:anywhere]">{ticker ?? t("no_ticker")}</span>
        {link && <LinkMove link={link} />}
        {at !== null && (
          <span className="ml-auto whitespace-nowrap text-muted">
            <DateTime at={at} hasSeconds />
          </span>
        )}
      </p>
      {link ? (
        <p>
          <LinkVerdictText link={link} />
        </p>
      ) : (
        tradingView !== null && <p className="text-muted">{t("position_after", { position: tradingView })}</p>
      )}
      {refusal !== null && <p className="text-error">{why({ reason: refusal })}</p>}
      {problems.map((problem) => (
        <p key={problem} className="text-error">
          {problem}
        </p>
      ))}
      {orders.length > 0 && (
        <ul className="flex flex-col gap-1">
          {orders.map((order, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a reversal's two orders differ by place only
            <Order key={`${order.accountId} ${index}`} order={order} accounts={accounts} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Order({ order, accounts }: { readonly order: ReplayOrder; readonly accounts: RowProps["accounts"] }) {
  const { t } = useTranslation("replay");
  const why = useWhy();
  const textOf = useAccountText();
  const { accountId, outcome, reason, direction, quantity, contract, averagePrice, sizing, position, target } = order;
  const { isRounded } = order;
  const account = accounts.find(({ id }) => id === accountId);
  const isOff = target !== null && target !== position;
  return (
    <li className="flex min-w-0 flex-col">
      <p className="flex flex-wrap gap-x-2">
        <span>{account ? textOf(account) : accountId}</span>
        {direction !== null && quantity !== null ? (
          <span className={classNames("font-medium tabular", direction === "BUY" ? "text-ok" : "text-error")}>
            {t("order_sent", { side: t(`side_${direction}`), quantity })}
          </span>
        ) : (
          <span className="text-muted">{t("nothing_sent")}</span>
        )}
        {contract !== null && <span>{contract}</span>}
        {averagePrice !== null && <span className="tabular">{t("at_price", { price: averagePrice })}</span>}
        <span className={outcome === "refused" ? "text-error" : "text-muted"}>{t(`outcome_${outcome}`)}</span>
        <span className={classNames("tabular", isOff && "text-warning")}>{t("account_holds", { position })}</span>
        {isOff && <span className="text-warning tabular">{t("account_should", { target })}</span>}
        {sizing !== null && isRounded && (
          <span className="text-muted tabular">
            {t("was_rounded", { exact: sizing.exact ?? "", after: sizing.after ?? "" })}
          </span>
        )}
      </p>
      {outcome === "refused" && reason !== null && <p className="text-error">{why({ reason })}</p>}
      {sizing !== null && (
        <details>
          <summary className="inline-flex min-h-11 list-none items-center link [&::-webkit-details-marker]:hidden">
            {t("how")}
          </summary>
          <div className="py-2">
            <OrderSizing details={{ sizing, contract }} />
          </div>
        </details>
      )}
    </li>
  );
}
