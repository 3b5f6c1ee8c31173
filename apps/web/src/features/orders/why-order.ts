import type { Order } from "@chartrelay/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useWhy } from "../../core/trading/why.ts";

/** Returns a function that says why an order stands as it does: its reason, or that its outcome isn't known yet. */
export function useWhyOrder(): (order: Order) => string {
  const { t } = useTranslation("orders");
  const why = useWhy();
  return useCallback(
    (order) => {
      if (order.stage !== "unresolved") return why(order);
      const words = t("stage_unresolved");
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    [t, why],
  );
}
