import type { OrderDetails, SizingNotice, SizingRecord } from "@chartrelay/contract";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDecimal, formatMoney } from "../../lib/amounts.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";

/** How a strategy's order came to its quantity: from what, by which rule, at which price, and how it was rounded. */
export function OrderSizing({
  details: { sizing, contract },
}: {
  readonly details: Pick<OrderDetails, "sizing" | "contract">;
}) {
  const { t } = useTranslation("order");
  if (!sizing && !contract) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t("sizing")}</h3>
      <Facts>
        {contract && <Fact name={t("contract")}>{contract}</Fact>}
        {sizing && <Worked sizing={sizing} />}
      </Facts>
      {sizing && sizing.notices.length > 0 && (
        <ul className="flex flex-col gap-2 text-14">
          {sizing.notices.map((notice) => (
            <Notice key={notice.code} notice={notice} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Worked({ sizing }: { readonly sizing: SizingRecord }) {
  const { t, i18n } = useTranslation("order");
  const { rule, value, from, to, held, after, exact, quantity, closes, opens, quantityStep, limit } = sizing;
  const { price, priceReadAt, currency, equity, equityReadAt, minQuantity, minAmount } = sizing;
  const number = (decimal: string) => formatDecimal(decimal, i18n.language);
  const money = (amount: string) => (currency === null ? number(amount) : formatMoney(amount, currency, i18n.language));
  return (
    <>
      <Fact name={t("sizing_rule")}>
        {t(`rule_${rule}`, { value: value === null ? "" : rule === "money" ? money(value) : number(value) })}
      </Fact>
      {from !== null && to !== null && (
        <Fact name="TradingView">
          <Step from={from} to={to} />
        </Fact>
      )}
      {held !== null && (
        <Fact name={t("held")}>
          <Step from={held} to={after ?? "–"} />
        </Fact>
      )}
      {equity !== null && (
        <Fact name={t("equity")}>
          {money(equity)} <ReadAt at={equityReadAt} />
        </Fact>
      )}
      {price !== null && (
        <Fact name={t("counted_price")}>
          <span className="tabular">{price}</span> <ReadAt at={priceReadAt} />
        </Fact>
      )}
      {exact !== null && (
        <Fact name={t("rounding")}>
          <Step from={exact} to={quantity} />{" "}
          <span className="text-muted">{t("rounded_to", { step: number(quantityStep) })}</span>
        </Fact>
      )}
      {(closes !== "0" || opens !== "0") && (
        <Fact name={t("closes_opens")}>
          <span className="tabular">
            {closes} / {opens}
          </span>
        </Fact>
      )}
      {minQuantity !== null && quantity === "0" && <Fact name={t("min_quantity")}>{minQuantity}</Fact>}
      {minAmount !== null && quantity === "0" && <Fact name={t("min_amount")}>{money(minAmount)}</Fact>}
      {limit !== null && (
        <Fact name={t("limit")}>{t("limit_of", { allowed: limit.allowed, wanted: limit.wanted })}</Fact>
      )}
    </>
  );
}

/** From one quantity to another. */
function Step({ from, to }: { readonly from: string; readonly to: string }): ReactNode {
  return (
    <span className="tabular">
      {from} → {to}
    </span>
  );
}

function ReadAt({ at }: { readonly at: string | null }) {
  const { t } = useTranslation("order");
  if (at === null) return null;
  return (
    <span className="text-muted">
      {t("read_at")} <DateTime at={at} isExact />
    </span>
  );
}

/** What else there is to know of a planned order, in words. */
function Notice({ notice: { code, values } }: { readonly notice: SizingNotice }) {
  const { t } = useTranslation("order");
  const { held = "", wanted = "", free = "", quantity = "", percent = "" } = values;
  return (
    <li className="flex gap-2">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      {t(`notice_${code}`, { held, wanted, free, quantity, percent })}
    </li>
  );
}
