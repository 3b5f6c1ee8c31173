import { signOf } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

/** How far a position is from where it should be, with its sign; null if nothing says where that is. */
export function Drift({ drift }: { readonly drift: string | null }) {
  const { t } = useTranslation("trading");
  if (drift === null) return "–";
  const sign = signOf(drift);
  if (sign === 0) return <span className="text-muted">{t("no_drift")}</span>;
  return <span className="font-medium whitespace-nowrap text-warning tabular">{sign > 0 ? `+${drift}` : drift}</span>;
}
