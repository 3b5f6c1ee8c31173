import { signOf } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../lib/amounts.ts";
import { classNames } from "../../ui/class-names.ts";

interface ProfitProps {
  /** A decimal; null if it isn't known. */
  readonly amount: string | null;
  readonly currency: string | null;
}

/** What was gained or lost, by sign and by colour. */
export function Profit({ amount, currency }: ProfitProps) {
  const { i18n } = useTranslation();
  if (amount === null) return "–";
  const sign = signOf(amount);
  return (
    <span className={classNames("whitespace-nowrap tabular", sign > 0 && "text-ok", sign < 0 && "text-error")}>
      {formatMoney(amount, currency ?? "", i18n.language, { isSigned: true }).trim()}
    </span>
  );
}
