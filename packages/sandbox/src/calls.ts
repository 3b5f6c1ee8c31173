import type { Environment } from "./ledger.ts";
import type { Party } from "./parties.ts";

/**
 * What a request to a simulated party is about. `find` is any look-up of one order, `fills` its trades, `working` a list
 * of orders, `stream` a stream's connection and events; Telegram has `message` (sending and editing), `updates`
 * (polling) and `bot` (the rest).
 */
export const OPERATIONS = [
  "order",
  "find",
  "cancel",
  "fills",
  "working",
  "positions",
  "money",
  "estimate",
  "schedule",
  "stream",
  "auth",
  "market-data",
  "message",
  "updates",
  "bot",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Whom a request concerns. `account` is missing if the request names none; at Telegram it is a chat. */
export interface CallSubject {
  readonly venue: Party;
  readonly environment: Environment;
  readonly operation: Operation;
  readonly account: string | undefined;
}

/** A filter for calls: a missing field matches everything. */
export interface CallFilter {
  readonly venue?: Party | undefined;
  readonly environment?: Environment | undefined;
  readonly operation?: Operation | undefined;
  readonly account?: string | undefined;
}

/** Returns whether `subject` matches `filter`. */
export function matches(filter: CallFilter, subject: CallSubject): boolean {
  return (
    (filter.operation === undefined || filter.operation === subject.operation) &&
    (filter.account === undefined || filter.account === subject.account) &&
    (filter.venue === undefined || filter.venue === subject.venue) &&
    (filter.environment === undefined || filter.environment === subject.environment)
  );
}

export type CallCount = CallSubject & { readonly count: number };

/**
 * Counts requests as they arrive, answered or not: tests use it to prove that tokens are shared and nothing is
 * requested twice.
 */
export class Calls {
  #counts = new Map<string, CallSubject & { count: number }>();

  record(subject: CallSubject): void {
    const key = `${subject.venue} ${subject.environment} ${subject.operation} ${subject.account ?? ""}`;
    const counted = this.#counts.get(key);
    if (counted) counted.count += 1;
    else this.#counts.set(key, { ...subject, count: 1 });
  }

  count(filter: CallFilter = {}): number {
    let sum = 0;
    for (const counted of this.#counts.values()) if (matches(filter, counted)) sum += counted.count;
    return sum;
  }

  list(): readonly CallCount[] {
    return Array.from(this.#counts.values(), (counted) => ({ ...counted }));
  }

  reset(): void {
    this.#counts.clear();
  }
}
