import { signOf, type StrategyStanding } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Environment } from "../../core/trading/account-label.tsx";
import { VenueMark } from "../../core/trading/venue.tsx";
import { classNames } from "../../ui/class-names.ts";

/** More are counted. */
const SHOWN = 3;

/** What a strategy holds over all of its accounts, a line for each instrument. */
export function Holdings({ standing }: { readonly standing: StrategyStanding | undefined }) {
  const { t } = useTranslation(["strategies", "trading"]);
  if (!standing) return <span className="text-muted">–</span>;
  const { holdings } = standing;
  if (holdings.length === 0) return <span className="text-muted">{t("flat")}</span>;
  return (
    <span className="flex flex-col gap-1">
      {holdings.slice(0, SHOWN).map(({ exchange, isDemo, ticker, quantity }) => (
        <span key={`${exchange} ${isDemo} ${ticker}`} className="flex flex-wrap gap-x-1.5 tabular">
          <span className={classNames("font-medium", signOf(quantity) < 0 ? "text-error" : "text-ok")}>
            {t(signOf(quantity) < 0 ? "short" : "long")}
          </span>
          <span className="whitespace-nowrap">{quantity}</span>
          <span className="[overflow-wrap:anywhere]">{ticker}</span>
          <span className="inline-flex items-center gap-1.5">
            <VenueMark name={exchange} />
            <span className="sr-only">{t(`trading:${exchange}`)}</span>
            <Environment isDemo={isDemo} isPlain />
          </span>
        </span>
      ))}
      {holdings.length > SHOWN && (
        <span className="text-12 text-muted">{t("more", { count: holdings.length - SHOWN })}</span>
      )}
    </span>
  );
}
