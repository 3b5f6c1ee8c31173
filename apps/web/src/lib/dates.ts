/** Dates and times in the reader's own zone. */

const two = (number: number) => String(number).padStart(2, "0");

/** Formats 'yyyy-MM-dd HH:mm', as in every table: specification, section 9. */
export function formatMinute(date: Date): string {
  return `${formatDay(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Formats 'yyyy-MM-dd HH:mm:ss', for lists in which several things happen within a minute. */
export function formatSecond(date: Date): string {
  return `${formatMinute(date)}:${two(date.getSeconds())}`;
}

/** Formats 'yyyy-MM-dd'. */
export function formatDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Formats to the millisecond, for an order's path. */
export function formatMoment(date: Date): string {
  return `${formatSecond(date)}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** Formats the same moment in UTC, to the second, as logs and brokers write it. */
export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Returns the first moment of a day in the reader's zone, as ISO 8601 in UTC; `day` is a date field's 'yyyy-MM-dd'. */
export function startOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Returns the first moment after that day. */
export function endOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** Returns whether a moment (ISO 8601, UTC) is in the reader's days `from` to `to`; an unset day is no limit. */
export function isWithin(moment: string, from: string | undefined, to: string | undefined): boolean {
  const [first, end] = [from && startOfDay(from), to && endOfDay(to)];
  return (!first || moment >= first) && (!end || moment < end);
}

/** Formats a day in full in the reader's language and zone: "21 November 2026". */
export function longDate(date: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(date));
}
