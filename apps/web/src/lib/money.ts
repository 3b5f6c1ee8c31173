const KOPECKS_IN_RUBLE = 100;

/** An amount as the reader's language writes it, as in "2 500 ₽" or "₽2,500"; kopecks are shown where there are any. */
export function formatRubles(kopecks: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: kopecks % KOPECKS_IN_RUBLE === 0 ? 0 : 2,
  }).format(kopecks / KOPECKS_IN_RUBLE);
}
