import type { ExecutionState, Order } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

export const STATE_COLORS: Readonly<Record<ExecutionState, string>> = {
  working: "text-warning",
  partiallyFilled: "text-warning",
  filled: "text-ok",
  cancelled: "text-muted",
  expired: "text-muted",
};

/** What became of an accepted order, in one line: "Partly filled · 4 of 10 · at 305.2". */
export function ExecutionLine({ order: { execution, quantity } }: { readonly order: Order }) {
  const { t } = useTranslation("orders");
  if (!execution) return null;
  const { state, filledQuantity: filled, averagePrice: price } = execution;
  const parts = [
    quantity !== null && t("filled_of", { filled, quantity }),
    price !== null && t("at_price", { price }),
  ].filter((part) => part !== false);
  return (
    <>
      <span className={`font-medium ${STATE_COLORS[state]}`}>{t(`execution_${state}`)}</span>
      {parts.map((part) => ` · ${part}`).join("")}
    </>
  );
}
