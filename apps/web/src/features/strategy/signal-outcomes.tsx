import { orderPath, type StrategySignal } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { useWhy } from "../../core/trading/why.ts";

type MemberOrder = StrategySignal["orders"][number];

/** "5 of 6 done, 1 refused: why", and where; unfolded, what became of each account's order. */
export function SignalOutcomes({ signal: { outcomes, orders } }: { readonly signal: StrategySignal }) {
  const { t } = useTranslation("strategy");
  const textOf = useAccountText();
  const why = useWhy();
  if (orders.length === 0) return <p className="text-14 text-muted">{t("no_orders")}</p>;
  const { done = 0, nothingToDo = 0, refused = 0, waiting = 0, working = 0 } = outcomes;
  const parts = [
    t("done_of", { done: done + nothingToDo, total: orders.length }),
    nothingToDo > 0 && t("nothing_to_do", { count: nothingToDo }),
    working > 0 && t("working", { count: working }),
    waiting > 0 && t("waiting", { count: waiting }),
    refused > 0 && t("refused", { count: refused }),
  ].filter(Boolean);
  const refusals = orders.filter(({ outcome }) => outcome === "refused");
  const byReason = Array.from(Map.groupBy(refusals, ({ reason }) => why({ reason })));
  const [[common] = [""]] = byReason.length === 1 ? byReason : [];
  return (
    <div className="flex flex-col gap-2 text-14">
      <details>
        <summary className="-my-2.5 list-none py-2.5 leading-6 [&::-webkit-details-marker]:hidden">
          <span className="link">{parts.join(", ")}</span>
          {common !== "" && <span className="text-error">: {common}</span>}
        </summary>
        <ul className="flex flex-col">
          {orders.map(({ id, outcome, ...account }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-2">
              <OrderLink id={id} text={textOf(account)} />
              <span className={outcome === "refused" ? "text-error" : "text-muted"}>{t(`outcome_${outcome}`)}</span>
            </li>
          ))}
        </ul>
      </details>
      {byReason.map(([reason, refused]) => (
        <Refused key={reason} why={reason === common ? "" : reason} orders={refused} />
      ))}
    </div>
  );
}

/** More are in the list that unfolds. */
const NAMED = 3;

interface RefusedProps {
  /** Empty if it is said already, or isn't known. */
  readonly why: string;
  readonly orders: readonly MemberOrder[];
}

/** The accounts whose orders were refused for the same reason. */
function Refused({ why, orders }: RefusedProps) {
  const { t } = useTranslation("strategy");
  const textOf = useAccountText();
  const more = orders.length - NAMED;
  return (
    <p className="flex flex-wrap gap-x-2">
      {why !== "" && <span className="text-error">{why}</span>}
      {orders.slice(0, NAMED).map(({ id, ...account }) => (
        <OrderLink key={id} id={id} text={textOf(account)} />
      ))}
      {more > 0 && <span className="text-muted">{t("more_refused", { count: more })}</span>}
    </p>
  );
}

/** Leads to an account's order, by the account's name. */
function OrderLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link to={orderPath(id)} className="-my-2.5 py-2.5 leading-6 link [overflow-wrap:anywhere]">
      {text}
    </Link>
  );
}
