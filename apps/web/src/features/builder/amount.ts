/** Amounts in the reader's language. They are estimates: a price, and what is sent, are shown digit for digit instead. */

/** An amount below this is shown by its first digits, because two digits after the point would hide it. */
const SMALL = 1;

/** Formats a decimal amount in the reader's language: "30,215", "104.50" or "0.00417". */
export function formatAmount(decimal: string, language: string): string {
  const cents = decimal.includes(".") ? 2 : 0;
  const digits =
    Number(decimal) < SMALL
      ? { maximumSignificantDigits: 3 }
      : { minimumFractionDigits: cents, maximumFractionDigits: cents };
  // A text keeps all its digits, which a number wouldn't.
  return new Intl.NumberFormat(language, digits).format(decimal as unknown as number);
}

/** Formats a moment's time of day in the reader's zone, to the second. */
export function formatClock(iso: string): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}
