import type { Order, OrderDetails } from "@chartrelay/contract";
import { Refusal } from "../../core/trading/refusal.tsx";

interface OrderRefusalProps {
  readonly order: Order;
  /** Undefined while they are loading. */
  readonly details: OrderDetails | undefined;
}

/** What an order's refusal says; nothing for an order that has no reason. */
export function OrderRefusal({ order, details }: OrderRefusalProps) {
  const { reason, accountId, instrument, isDemo } = order;
  if (!reason) return null;
  return (
    <Refusal reason={reason} accountId={accountId} venue={instrument?.exchange} isDemo={isDemo} details={details} />
  );
}
