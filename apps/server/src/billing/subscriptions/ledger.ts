/**
 * Computes the end of PRO from periods that were granted and taken back. Plain data in and out; time in milliseconds
 * since the Unix epoch, calendar months in UTC. Docs: decisions/payments.md.
 */

import { addMonths } from "@chartrelay/contract";

/** The length of a grant: calendar months, days of 24 hours, or PRO until at least a given moment. */
export type Term = { readonly months: number } | { readonly days: number } | { readonly untilMs: number };

/** One row of the ledger; the oldest comes first. */
export type LedgerEntry =
  | { readonly kind: "grant"; readonly id: number; readonly atMs: number; readonly lengthMs: number }
  | { readonly kind: "revert"; readonly grantId: number; readonly atMs: number };

/** A half-open span of time. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

interface GrantedPeriod extends Period {
  readonly id: number;
}

const DAY_MS = 86_400_000;

/** Returns when PRO ends, or ended; undefined if nothing was ever granted. */
export function endOf(ledger: readonly LedgerEntry[]): number | undefined {
  return periodsOf(ledger).at(-1)?.untilMs;
}

/** Returns the period that a term granted at `atMs` covers: it begins when the current PRO ends, or at once. */
export function periodOf(ledger: readonly LedgerEntry[], atMs: number, term: Term): Period {
  const fromMs = Math.max(atMs, endOf(ledger) ?? atMs);
  if ("months" in term) return { fromMs, untilMs: addMonths(fromMs, term.months) };
  if ("days" in term) return { fromMs, untilMs: fromMs + term.days * DAY_MS };
  return { fromMs, untilMs: Math.max(fromMs, term.untilMs) };
}

/** Returns what is left of a grant at `atMs`, which a revert would take back; empty if nothing is left. */
export function restOf(ledger: readonly LedgerEntry[], grantId: number, atMs: number): Period {
  const given = periodsOf(ledger).find(({ id }) => id === grantId);
  if (!given) return { fromMs: atMs, untilMs: atMs };
  const fromMs = Math.min(Math.max(given.fromMs, atMs), given.untilMs);
  return { fromMs, untilMs: given.untilMs };
}

/** Returns the current periods: later ones move up by the time that was taken back before them. */
function periodsOf(ledger: readonly LedgerEntry[]): GrantedPeriod[] {
  let periods: GrantedPeriod[] = [];
  for (const entry of ledger) {
    if (entry.kind === "grant") {
      const fromMs = Math.max(entry.atMs, periods.at(-1)?.untilMs ?? entry.atMs);
      periods.push({ id: entry.id, fromMs, untilMs: fromMs + entry.lengthMs });
    } else periods = withoutRest(periods, entry);
  }
  return periods;
}

function withoutRest(
  periods: readonly GrantedPeriod[],
  { grantId, atMs }: { grantId: number; atMs: number },
): GrantedPeriod[] {
  let takenMs = 0;
  return periods.map(({ id, fromMs, untilMs }) => {
    if (id !== grantId) return { id, fromMs: fromMs - takenMs, untilMs: untilMs - takenMs };
    const end = Math.min(Math.max(fromMs, atMs), untilMs);
    takenMs = untilMs - end;
    return { id, fromMs, untilMs: end };
  });
}
