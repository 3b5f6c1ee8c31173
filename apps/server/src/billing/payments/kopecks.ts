const DIGITS_MAX = 12;

/**
 * Kopecks of an amount in rubles as CloudPayments writes it: "500", "500.5", "500.00". Undefined for anything else, an
 * amount with a fraction of a kopeck included.
 */
export function kopecksOf(rubles: string | undefined): number | undefined {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(rubles ?? "") ?? [];
  if (whole === "" || whole.length > DIGITS_MAX || /[1-9]/.test(fraction.slice(2))) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
}

/** The same amount as a number of rubles: exact to the kopeck when written out. */
export function rublesOf(kopecks: number): number {
  return kopecks / 100;
}
