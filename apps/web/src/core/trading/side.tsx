import type { OrderSide } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

/** A side, shown by colour and word. */
export function Side({ side }: { readonly side: OrderSide }) {
  const { t } = useTranslation("trading");
  return <span className={side === "BUY" ? "font-semibold text-ok" : "font-semibold text-error"}>{t(side)}</span>;
}
