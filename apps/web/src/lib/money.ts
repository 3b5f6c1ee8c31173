const KOPECKS_IN_RUBLE = 100;

/** Formats an amount in the reader's language, as in "2 500 ₽" or "₽2,500"; shows kopecks only if there are any. */
export function formatRubles(kopecks: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: kopecks % KOPECKS_IN_RUBLE === 0 ? 0 : 2,
  }).format(kopecks / KOPECKS_IN_RUBLE);
}
