import { compareDecimals, sum, type OrderFill } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../lib/amounts.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { FigureTable } from "../../ui/figure-table.tsx";

interface FillsProps {
  /** In the order in which they were executed. */
  readonly fills: readonly OrderFill[];
  /** What the venue says is filled. */
  readonly filledQuantity: string;
}

/** An order's fills, and whether some are still missing. */
export function Fills({ fills, filledQuantity }: FillsProps) {
  const { t, i18n } = useTranslation(["order", "orders"]);
  const known = fills.reduce((total, { quantity }) => sum(total, quantity), "0");
  const isIncomplete = compareDecimals(known, filledQuantity) < 0;
  if (fills.length === 0) {
    return <p className="text-14 text-muted">{t(isIncomplete ? "fills_missing" : "no_fills")}</p>;
  }
  return (
    <>
      <FigureTable
        caption={t("fills")}
        className="max-h-80 overflow-y-auto"
        head={[t("fill_time"), t("quantity", { ns: "orders" }), t("price", { ns: "orders" }), t("fee")]}
        rows={fills.map(({ quantity, price, fee, feeCurrency, at }) => [
          <DateTime key="time" at={new Date(at / 1_000).toISOString()} hasSeconds />,
          quantity,
          price,
          fee === null || feeCurrency === null ? "–" : formatMoney(fee, feeCurrency, i18n.language),
        ])}
        rowKey={(index) => fills[index]?.tradeId ?? ""}
      />
      {isIncomplete && <p className="text-14 text-muted">{t("fills_missing")}</p>}
    </>
  );
}
