import type { Order, OrderDetails } from "@chartrelay/contract";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Reason } from "../../core/trading/reason.tsx";
import { formatMoney } from "../../lib/amounts.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { STATE_COLORS } from "./execution-line.tsx";
import { Fills } from "./fills.tsx";

type Known = NonNullable<Order["execution"]>;
type InFull = NonNullable<OrderDetails["execution"]>;

interface ExecutionProps {
  readonly order: Order;
  /** With the fills; undefined or null while they are loading. */
  readonly details: InFull | null | undefined;
}

/** What became of an order at its venue, at which price, and how to end it while it works. */
export function Execution({ order, details }: ExecutionProps) {
  const { t } = useTranslation("order");
  const { execution } = order;
  if (!execution) return null;
  const { state, reason } = execution;
  const isWorking = state === "working" || state === "partiallyFilled";
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("execution")}</h3>
      <ExecutionFacts order={order} execution={execution} endedBy={enderOf(execution, details)} />
      {reason !== null && (
        <div className="flex flex-col gap-1 text-14">
          {isWorking && <p className="font-medium text-warning">{t("execution_unreadable")}</p>}
          <Reason code={reason} />
        </div>
      )}
      {isWorking && details?.cancellation && <FailedCancellation cancellation={details.cancellation} />}
      {details && <Fills fills={details.fills} filledQuantity={execution.filledQuantity} />}
      <CancelOrder order={order} isWorking={isWorking} />
    </section>
  );
}

/** Who ended an order early, as far as anybody knows: most venues don't say, but we know what we sent. */
function enderOf({ state, cancelledBy }: Known, details: ExecutionProps["details"]) {
  return state === "cancelled" && details?.cancellation?.outcome === "accepted" ? "us" : cancelledBy;
}

interface ExecutionFactsProps {
  readonly order: Order;
  readonly execution: Known;
  readonly endedBy: ReturnType<typeof enderOf>;
}

function ExecutionFacts({ order: { quantity }, execution, endedBy }: ExecutionFactsProps) {
  const { t, i18n } = useTranslation(["order", "orders"]);
  const { state, filledQuantity: filled, averagePrice, fees, changedAt } = execution;
  const isFilled = averagePrice !== null;
  return (
    <Facts>
      <Fact name={t("status", { ns: "orders" })}>
        <span className={`font-medium ${STATE_COLORS[state]}`}>{t(`execution_${state}`, { ns: "orders" })}</span>
      </Fact>
      <Fact name={t("filled")}>
        <span className="tabular">
          {quantity === null ? filled : t("filled_of", { ns: "orders", filled, quantity })}
        </span>
      </Fact>
      {isFilled && <Fact name={t("average_price")}>{averagePrice}</Fact>}
      {isFilled && (
        <Fact name={t("fee")}>
          {fees.length === 0 ? (
            <span className="text-muted">{t("fee_unknown")}</span>
          ) : (
            fees.map(({ amount, currency }) => formatMoney(amount, currency, i18n.language)).join(" + ")
          )}
        </Fact>
      )}
      {endedBy !== null && <Fact name={t("ended_by")}>{t(`ended_by_${endedBy}`)}</Fact>}
      {changedAt !== null && (
        <Fact name={t("changed_at")}>
          <DateTime at={new Date(changedAt / 1_000).toISOString()} isExact />
        </Fact>
      )}
    </Facts>
  );
}

/** Why the last cancellation left the order working. */
function FailedCancellation({ cancellation }: { readonly cancellation: NonNullable<InFull["cancellation"]> }) {
  const { t } = useTranslation(["order", "trading"]);
  const { outcome, reason, venueWords, at } = cancellation;
  // What the venue took is on its way; the order's own state says the rest.
  if (outcome === "accepted" || outcome === "over") return null;
  return (
    <div className="flex gap-3 rounded-card border border-warning/40 bg-warning/8 p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="flex min-w-0 grow flex-col gap-1 text-14">
        <p className="font-semibold">{t(`cancellation_${outcome}`)}</p>
        <p className="text-muted">
          <DateTime at={new Date(at / 1_000).toISOString()} hasSeconds />
        </p>
        {venueWords !== null && <p>{t("venue_words", { ns: "trading", words: venueWords })}</p>}
        {/* The other outcomes' reasons are told of orders: that one wasn't sent would be wrong here. */}
        {outcome === "refused" && reason !== null && <Reason code={reason} />}
        <p>{t("cancellation_still_works")}</p>
      </div>
    </div>
  );
}
