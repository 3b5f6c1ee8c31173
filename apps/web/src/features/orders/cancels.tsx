import { orderPath, type CancelTarget } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Reason } from "../../core/trading/reason.tsx";
import { Side } from "../../core/trading/side.tsx";
import { STATE_COLORS } from "./execution-line.tsx";

/** The orders that a message cancels: what the broker said to each, and how it stands now. */
export function Cancels({ cancels }: { readonly cancels: readonly CancelTarget[] }) {
  const { t } = useTranslation("order");
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("cancels")}</h3>
      {cancels.length === 0 && <p className="text-14 text-muted">{t("cancels_none")}</p>}
      <ul className="flex flex-col gap-2 empty:hidden">
        {cancels.map((target) => (
          <li key={target.id}>
            <Target target={target} />
          </li>
        ))}
      </ul>
      <p className="text-14 text-muted">{t("cancels_what")}</p>
    </section>
  );
}

function Target({ target }: { readonly target: CancelTarget }) {
  const { t } = useTranslation(["order", "orders"]);
  const { id, direction, quantity, ticker, state, filledQuantity: filled, outcome, reason } = target;
  const isOpen = state === "working" || state === "partiallyFilled";
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line p-3 text-14">
      <Link to={orderPath(id)} className="font-medium tabular underline-offset-4 hover:underline">
        <Side side={direction} /> {quantity} {ticker}
      </Link>
      <p className="tabular">
        {state && (
          <span className={`font-medium ${STATE_COLORS[state]}`}>{t(`execution_${state}`, { ns: "orders" })}</span>
        )}
        {" · "}
        {t("filled_of", { ns: "orders", filled, quantity })}
        {outcome === null && <> · {t("cancels_asking")}</>}
      </p>
      {isOpen && (outcome === "refused" || outcome === "throttled" || outcome === "unknown") && (
        <p className="text-warning">{t(`cancellation_${outcome}`)}</p>
      )}
      {isOpen && reason !== null && <Reason code={reason} />}
    </div>
  );
}
