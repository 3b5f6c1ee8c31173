import type { OrderEstimate, OrderMessage, OrderVerdict } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

interface Told {
  readonly fields: OrderVerdict["fields"];
  readonly estimate: OrderEstimate;
  readonly instrument: NonNullable<OrderVerdict["instrument"]>;
  /** Whether the venue counts in lots. */
  readonly isInLots: boolean;
}

/** Returns a function that says in one sentence what an order does: "Buys 10 lots = 100 SBER at about 302.15". */
export function useSentence(): (told: Told) => string {
  const { t } = useTranslation("builder");
  return ({ fields, estimate, instrument, isInLots }) => {
    const { direction, quantity, pieces, price } = estimate;
    const { symbol, lotSize } = instrument;
    const counted = quantity ?? t("some");
    const isLots = isInLots && lotSize !== "1" && quantity !== null && pieces !== null;
    const what = isLots
      ? t("what_lots", { count: Number(quantity), quantity, pieces, symbol })
      : t("what", { quantity: counted, symbol });
    const does = t(direction === null ? "does_either" : `does_${direction}`, { what });
    const limit = estimate.limit?.price;
    const isLimited = limit !== undefined;
    if (estimate.trigger) {
      const trigger = t(`once_${(fields["condition"] ?? "More") as NonNullable<OrderMessage["condition"]>}`, {
        price: estimate.trigger.price,
      });
      return isLimited
        ? t("sentence_stop_limit", { does, trigger, price: limit })
        : t("sentence_stop", { does, trigger });
    }
    if (isLimited) return t("sentence_limit", { does, price: limit });
    return price === null ? t("sentence", { does }) : t("sentence_market", { does, price });
  };
}
