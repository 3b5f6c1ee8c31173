import fc from "fast-check";
import { expect, test } from "vitest";
import { endOf, periodOf, restOf, type LedgerEntry } from "./ledger.ts";

const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(text);

/** The ledger as a service keeps it, next to an oracle that knows only the days that were paid for. */
class Paid {
  readonly ledger: LedgerEntry[] = [];
  /** The grant that each coming day belongs to, starting today. */
  days: number[] = [];
  nowMs = at("2026-11-21T09:30:00Z");
  #id = 0;

  pay(months: number): void {
    const period = periodOf(this.ledger, this.nowMs, { months });
    const lengthMs = period.untilMs - period.fromMs;
    const id = (this.#id += 1);
    this.ledger.push({ kind: "grant", id, atMs: this.nowMs, lengthMs });
    const firstDay = new Date(this.nowMs + this.days.length * DAY_MS);
    this.days.push(...Array.from({ length: daysOfMonths(firstDay, months) }, () => id));
  }

  refund(which: number): void {
    if (this.#id === 0) return;
    const grantId = 1 + (which % this.#id);
    if (this.ledger.some((entry) => entry.kind === "revert" && entry.grantId === grantId)) return;
    this.ledger.push({ kind: "revert", grantId, atMs: this.nowMs });
    this.days = this.days.filter((owner) => owner !== grantId);
  }

  pass(days: number): void {
    this.nowMs += days * DAY_MS;
    this.days.splice(0, days);
  }
}

/** Counts on the calendar, a day at a time. */
function daysOfMonths(from: Date, months: number): number {
  const target = from.getUTCMonth() + months;
  const [year, month] = [from.getUTCFullYear() + Math.floor(target / 12), target % 12];
  let days = 0;
  for (const day = new Date(from); ; day.setUTCDate(day.getUTCDate() + 1), days += 1) {
    if (day.getUTCFullYear() !== year || day.getUTCMonth() !== month) continue;
    const tomorrow = new Date(day.getTime() + DAY_MS);
    if (day.getUTCDate() === from.getUTCDate() || tomorrow.getUTCMonth() !== month) return days;
  }
}

test("any sequence of pay, refund, expiry and time gives the expiry that a ledger of days predicts", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("pay" as const), months: fc.constantFrom(1, 3, 6, 12) }),
    fc.record({ kind: fc.constant("refund" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("pass" as const), days: fc.nat(200) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const paid = new Paid();
      for (const step of steps) {
        if (step.kind === "pay") paid.pay(step.months);
        else if (step.kind === "refund") paid.refund(step.which);
        else paid.pass(step.days);
        const leftMs = Math.max(0, (endOf(paid.ledger) ?? 0) - paid.nowMs);
        expect(leftMs / DAY_MS).toBe(paid.days.length);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a refund takes what is left and no day that has passed; later purchases move up", () => {
  const nowMs = at("2026-11-01T00:00:00Z");
  const ledger: LedgerEntry[] = [
    { kind: "grant", id: 1, atMs: nowMs, lengthMs: 30 * DAY_MS },
    { kind: "grant", id: 2, atMs: nowMs, lengthMs: 31 * DAY_MS },
  ];
  const refundMs = nowMs + 10 * DAY_MS;
  expect(restOf(ledger, 1, refundMs)).toEqual({ fromMs: refundMs, untilMs: nowMs + 30 * DAY_MS });
  expect(endOf([...ledger, { kind: "revert", grantId: 1, atMs: refundMs }])).toBe(refundMs + 31 * DAY_MS);
  expect(endOf([...ledger, { kind: "revert", grantId: 2, atMs: refundMs }])).toBe(nowMs + 30 * DAY_MS);
});
