import { signOf, type StrategyStanding } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

/** More are counted. */
const SHOWN = 3;

/** What a strategy holds over all of its accounts, a line for each instrument. */
export function Holdings({ standing }: { readonly standing: StrategyStanding | undefined }) {
  const { t } = useTranslation(["strategies", "trading"]);
  if (!standing) return <span className="text-muted">–</span>;
  const { holdings } = standing;
  if (holdings.length === 0) return <span className="text-muted">{t("flat")}</span>;
  const hasDemo = holdings.some(({ isDemo }) => isDemo);
  return (
    <span className="flex flex-col">
      {holdings.slice(0, SHOWN).map(({ exchange, isDemo, ticker, quantity }) => (
        <span key={`${exchange} ${isDemo} ${ticker}`} className="tabular [overflow-wrap:anywhere]">
          <span className={classNames("font-medium", signOf(quantity) < 0 ? "text-error" : "text-ok")}>
            {t(signOf(quantity) < 0 ? "short" : "long")}
          </span>{" "}
          {quantity} {ticker}
          {hasDemo && <span className="text-12 text-muted"> · {t(isDemo ? "trading:demo" : "trading:live")}</span>}
        </span>
      ))}
      {holdings.length > SHOWN && (
        <span className="text-12 text-muted">{t("more", { count: holdings.length - SHOWN })}</span>
      )}
    </span>
  );
}
