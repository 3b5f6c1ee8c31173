import { formatMinute, formatMoment, formatSecond, formatUtc } from "../lib/dates.ts";

interface DateTimeProps {
  /** ISO 8601; null if there is none. */
  readonly at: string | null;
  /** Shows milliseconds. */
  readonly isExact?: boolean;
  readonly hasSeconds?: boolean;
  /** Leaves out the day, where the heading says it. */
  readonly isToday?: boolean;
}

/** A moment in the reader's zone, and in UTC on hover; '-' for none. */
export function DateTime({ at, isExact = false, hasSeconds = false, isToday = false }: DateTimeProps) {
  if (at === null) return "-";
  const date = new Date(at);
  const format = isExact ? formatMoment : hasSeconds ? formatSecond : formatMinute;
  const [day, time] = format(date).split(" ");
  return (
    <time dateTime={at} title={formatUtc(date)}>
      {!isToday && <span className="whitespace-nowrap">{day}</span>} {time}
    </time>
  );
}
