import type { OrderEstimate, OrderVerdict } from "@chartrelay/contract";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { formatUtc } from "../../lib/dates.ts";
import { formatAmount, formatClock } from "./amount.ts";

interface EstimateFactsProps {
  readonly estimate: OrderEstimate;
  readonly instrument: NonNullable<OrderVerdict["instrument"]>;
  readonly isInLots: boolean;
  /** Reads the price again. */
  readonly onAgain: () => void;
}

/** A price whose last trade is older than this isn't what an order would get now. */
const OLD_MS = 60_000;

/** The numbers behind the sentence: the price and its time, distances, rounding, the venue's limits, the instrument. */
export function EstimateFacts({ estimate, instrument, isInLots, onAgain }: EstimateFactsProps) {
  const { t, i18n } = useTranslation("builder");
  const { limit, trigger, asked, quantity, minAmount, leastQuantity, unitAmount, currency, amount } = estimate;
  const money = (decimal: string) => `${formatAmount(decimal, i18n.language)} ${currency ?? ""}`.trimEnd();
  return (
    <Facts>
      <Fact name={t("present_price")}>
        <PresentPrice estimate={estimate} onAgain={onAgain} />
      </Fact>
      {limit && (
        <Fact name={t("price")}>
          <Distance {...limit} reached={t("executed_at_once")} waiting={t("waits_in_book")} />
        </Fact>
      )}
      {trigger && (
        <Fact name={t("trigger_price")}>
          <Distance {...trigger} reached={t("triggered_at_once")} waiting={t("waits_for_trigger")} />
        </Fact>
      )}
      {asked !== null && quantity !== null && asked !== quantity && (
        <Fact name={t("rounding")}>
          <span className="tabular">{t("rounded", { asked, quantity })}</span>
        </Fact>
      )}
      {amount === null && unitAmount !== null && (
        <Fact name={t(isInLots ? "unit_amount_lot" : "unit_amount")}>{t("about", { amount: money(unitAmount) })}</Fact>
      )}
      {minAmount !== null && (
        <Fact name={t("least")}>
          {leastQuantity === null
            ? money(minAmount)
            : t("least_quantity", { amount: money(minAmount), quantity: leastQuantity })}
        </Fact>
      )}
      <Fact name={t("instrument")}>
        {t(instrument.lotSize === "1" ? "instrument_terms" : "instrument_terms_lots", {
          symbol: instrument.symbol,
          board: instrument.board,
          lot: instrument.lotSize,
          tick: instrument.tick,
        })}
      </Fact>
    </Facts>
  );
}

function PresentPrice({ estimate, onAgain }: Pick<EstimateFactsProps, "estimate" | "onAgain">) {
  const { t } = useTranslation("builder");
  const { price, readAt, tradedAt, unpriced } = estimate;
  const isOld = readAt !== null && tradedAt !== null && Date.parse(readAt) - Date.parse(tradedAt) > OLD_MS;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {price === null ? (
        <span className="text-warning">{unpriced?.message}</span>
      ) : (
        <span className="font-mono font-medium">{price}</span>
      )}
      {readAt !== null && (
        <span className="text-muted">
          {isOld ? (
            <>
              {t("last_trade")} <DateTime at={tradedAt} />
            </>
          ) : (
            <time dateTime={readAt} title={formatUtc(new Date(readAt))}>
              {t("read_at", { time: formatClock(readAt) })}
            </time>
          )}
        </span>
      )}
      <IconButton label={t("read_again")} onClick={onAgain} className="-my-3">
        <RefreshCw aria-hidden className="size-4" />
      </IconButton>
    </span>
  );
}

interface DistanceProps extends NonNullable<OrderEstimate["limit"]> {
  readonly reached: ReactNode;
  readonly waiting: ReactNode;
}

/** How far a price of the message is from the present one, and what that means. */
function Distance({ price, percent, isReached, reached, waiting }: DistanceProps) {
  const { t } = useTranslation("builder");
  const isBelow = percent.startsWith("-");
  const far = percent.replace("-", "");
  return (
    <span className="flex flex-wrap gap-x-2">
      <span className="font-mono font-medium">{price}</span>
      <span>{far === "0" ? t("at_present") : t(isBelow ? "percent_below" : "percent_above", { percent: far })}</span>
      <span className={isReached ? "text-warning" : "text-muted"}>{isReached ? reached : waiting}</span>
    </span>
  );
}
