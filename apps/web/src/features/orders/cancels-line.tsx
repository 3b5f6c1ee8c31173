import type { CancelTarget } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

/** How many of the orders that a message cancels are cancelled, in one line. */
export function CancelsLine({ cancels }: { readonly cancels: readonly CancelTarget[] }) {
  const { t } = useTranslation("orders");
  const cancelled = cancels.filter(({ state }) => state === "cancelled").length;
  return cancels.length === 0 ? t("cancels_nothing") : t("cancelled_of", { cancelled, total: cancels.length });
}
