/** Formats microseconds as readable milliseconds: the shorter the time, the finer the number. */
export function formatMs(us: number, language: string): string {
  const ms = us / 1_000;
  const digits = ms < 10 ? 2 : ms < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(ms);
}
