/** Amounts of money and signed figures: exact decimal strings, written with the reader's separators and every digit. */

/** As many digits after the point as `Intl` can show: none is cut off. */
const ALL_DIGITS = 20;
/** States' currencies. Coins such as USDT and BNB are written by their codes, with the digits that they have. */
const STATES_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Those whose sign every trader reads. Others have their codes: several are a dollar or a yen by their sign. */
const SIGNED_CURRENCIES: ReadonlySet<string> = new Set(["RUB", "USD", "EUR"]);

interface AmountOptions {
  /** Writes a plus sign, too: for what was gained or lost. */
  readonly isSigned?: boolean;
}

/** Formats an exact decimal, for instance "-1234.5" as "-1 234,5". */
export function formatDecimal(decimal: string, language: string, { isSigned = false }: AmountOptions = {}): string {
  return numberFormat(language, isSigned).format(decimal as `${number}`);
}

/** Formats money, for instance "1234.5" in RUB as "1 234,50 ₽", or in USDT as "1 234,5 USDT". */
export function formatMoney(
  decimal: string,
  currency: string,
  language: string,
  { isSigned = false }: AmountOptions = {},
): string {
  const isKnown = STATES_CURRENCIES.has(currency);
  const text = numberFormat(language, isSigned, isKnown ? currency : undefined).format(decimal as `${number}`);
  return isKnown ? text : `${text}\u00A0${currency}`;
}

function numberFormat(language: string, isSigned: boolean, currency?: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    ...(currency !== undefined && {
      style: "currency",
      currency,
      currencyDisplay: SIGNED_CURRENCIES.has(currency) ? "narrowSymbol" : "code",
    }),
    signDisplay: isSigned ? "exceptZero" : "auto",
    maximumFractionDigits: ALL_DIGITS,
  });
}
