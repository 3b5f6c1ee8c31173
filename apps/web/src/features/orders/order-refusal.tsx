import type { Order, OrderDetails } from "@chartrelay/contract";
import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { hadNothingToDo } from "./order-status.tsx";
import { Refusal } from "../../core/trading/refusal.tsx";

/** A success: there was nothing to trade. */
function NothingToDo() {
  const { t } = useTranslation("reasons");
  return (
    <section className="flex gap-3 rounded-card border border-line bg-page p-4">
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
      <p>{t("NOTHING_TO_DO")}</p>
    </section>
  );
}

interface OrderRefusalProps {
  readonly order: Order;
  /** Undefined while they are loading. */
  readonly details: OrderDetails | undefined;
}

/** What an order's refusal says; nothing for an order that has no reason. */
export function OrderRefusal({ order, details }: OrderRefusalProps) {
  const { reason, accountId, instrument, isDemo } = order;
  if (!reason) return null;
  if (hadNothingToDo(order)) return <NothingToDo />;
  return (
    <Refusal reason={reason} accountId={accountId} venue={instrument?.exchange} isDemo={isDemo} details={details} />
  );
}
