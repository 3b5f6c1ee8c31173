/** Dates and times in the reader's own zone. */

const two = (number: number) => String(number).padStart(2, "0");

/** 'yyyy-MM-dd HH:mm', the format of every table: specification, section 9. */
export function formatMinute(date: Date): string {
  return `${formatDay(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** 'yyyy-MM-dd'. */
function formatDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** To the millisecond, for the way of an order. */
export function formatMoment(date: Date): string {
  return `${formatMinute(date)}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

/** The same moment in UTC, to the second, as logs and brokers write it. */
export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The first moment of a day as a date field writes it, 'yyyy-MM-dd', in the reader's zone, as ISO 8601 in UTC. */
export function startOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The first moment after that day. */
export function endOfDay(day: string): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** Whether a moment, ISO 8601 in UTC, lies in the reader's days from `from` to `to`; a day that isn't set bounds nothing. */
export function isWithin(moment: string, from: string | undefined, to: string | undefined): boolean {
  const [first, end] = [from && startOfDay(from), to && endOfDay(to)];
  return (!first || moment >= first) && (!end || moment < end);
}

/** A day as the reader's language writes it in full, in the reader's zone: "21 November 2026". */
export function longDate(date: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(date));
}
