/**
 * Compares the answers to TradingView, the orders that the user sees, and what the venue executed. The oracle knows
 * nothing about how the product works: the three must agree, whatever was killed when.
 */
import type { Order } from "@chartrelay/contract";
import type { ExecutedOrder } from "@chartrelay/sandbox";
import { answerOf, type SentAlert } from "./tradingview.ts";

export type Row = Pick<Order, "id" | "accountId" | "quantity" | "status" | "stage" | "reason">;
export type Execution = Pick<ExecutedOrder, "account" | "clientOrderId" | "quantity">;

export interface Evidence {
  readonly alerts: readonly SentAlert[];
  /** The user's orders, in the order of acceptance. */
  readonly rows: readonly Row[];
  /** What the venue executed, in the order of arrival. */
  readonly ledger: readonly Execution[];
  /** The time of each kill; milliseconds since the Unix epoch. */
  readonly killsAtMs: readonly number[];
  /** Orders that ended at their venue without us and with nothing executed: if we learn of both at once, that is a refusal. */
  readonly endedUnfilled?: ReadonlySet<string>;
}

/**
 * `lost`: acknowledged, but never executed. `doubled`: more orders than alerts. `out of order`: within one account.
 * `misreported`: executed, though the user's order says otherwise. `refused`: a valid alert was answered 4xx.
 */
export const VIOLATIONS = ["lost", "doubled", "out of order", "misreported", "refused"] as const;

/** Returns the name of a kind's count in a campaign's line: `outOfOrder`. */
export const countName = (kind: string): string => kind.replace(/ (.)/g, (_, first: string) => first.toUpperCase());

export interface Violation {
  readonly kind: (typeof VIOLATIONS)[number];
  readonly detail: string;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  /**
   * Alerts that equal an earlier one and were taken for its resend when the product could not have known better: the
   * earlier one's 2xx left just before a kill, too late to be recorded.
   */
  readonly undecidable: number;
}

/** How long before a kill a 2xx may have left unrecorded; the product records answers every 50 ms or so. */
const UNRECORDED_ANSWER_MS = 400;

/** Judges one run that has settled. */
export function judge(evidence: Evidence): Verdict {
  const { violations: ofAlerts, undecidable } = judgeAlerts(evidence);
  const violations = [...ofAlerts, ...judgeRows(evidence), ...judgeLedger(evidence), ...judgeOrder(evidence)];
  return { violations, undecidable };
}

/** Checks that each acknowledged alert has its own row, and no alert has more than one. */
function judgeAlerts({ alerts, rows, killsAtMs }: Evidence): Verdict {
  const violations: Violation[] = [];
  let undecidable = 0;
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const ownerOf = new Map<string, SentAlert>();
  for (const alert of inOrderOfAnswers(alerts)) {
    const refusal = alert.attempts.find(({ status }) => status >= 400 && status < 500);
    if (refusal)
      violations.push({ kind: "refused", detail: `${describe(alert, killsAtMs)}: ${refusal.status} ${refusal.text}` });
    const answer = answerOf(alert);
    if (!answer) continue;
    const row = rowsById.get(answer.orderId);
    const owner = ownerOf.get(answer.orderId);
    if (!row)
      violations.push({
        kind: "lost",
        detail: `${describe(alert, killsAtMs)}: answered ${answer.orderId}, which is no order`,
      });
    else if (row.accountId !== alert.account || row.quantity !== String(alert.lots)) {
      violations.push({
        kind: "lost",
        detail: `${describe(alert, killsAtMs)}: answered ${row.id}, which is another alert's order`,
      });
    } else if (owner && !couldNotKnow(owner, killsAtMs)) {
      violations.push({
        kind: "lost",
        detail: `${describe(alert, killsAtMs)}: answered ${row.id}, as was ${describe(owner, killsAtMs)}`,
      });
    } else if (owner) undecidable += 1;
    ownerOf.set(answer.orderId, alert);
  }
  const posted = Map.groupBy(alerts, (alert) => keyOf(alert.account, String(alert.lots)));
  for (const [key, count] of countBy(rows, (row) => keyOf(row.accountId, row.quantity))) {
    const ofKey = posted.get(key) ?? [];
    if (count <= ofKey.length) continue;
    const whose = ofKey.map((alert) => `; ${describe(alert, killsAtMs)}`).join("");
    violations.push({ kind: "doubled", detail: `${key}: ${count} orders of ${ofKey.length} alerts${whose}` });
  }
  return { violations, undecidable };
}

function couldNotKnow(owner: SentAlert, killsAtMs: readonly number[]): boolean {
  const answeredAtMs = answerOf(owner)?.endedAtMs ?? 0;
  return killsAtMs.some(
    (killedAtMs) => answeredAtMs > killedAtMs - UNRECORDED_ANSWER_MS && answeredAtMs < killedAtMs + 5,
  );
}

/** Checks that each row was executed exactly once and says so. */
function judgeRows({ rows, ledger, endedUnfilled }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const executions = countBy(ledger, ({ clientOrderId }) => clientOrderId ?? "");
  for (const row of rows) {
    const count = executions.get(row.id) ?? 0;
    const detail = `order ${row.id} (${row.quantity} lots) is ${row.status} ${row.stage} ${row.reason ?? ""}, executed ${count} times`;
    if (count > 1) violations.push({ kind: "doubled", detail });
    // No other order in these runs deserves a rejection.
    else if (count === 0) violations.push({ kind: "lost", detail });
    else if (row.status !== "CREATED" && !(row.status === "REJECTED" && endedUnfilled?.has(row.id)))
      violations.push({ kind: "misreported", detail });
  }
  return violations;
}

/** Checks that each execution belongs to a row, with the right quantity, in the one portfolio of the row's account. */
function judgeLedger({ rows, ledger }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const portfolioOf = new Map<string, string>();
  for (const execution of ledger) {
    const row = rowsById.get(execution.clientOrderId ?? "");
    const detail = `execution of ${execution.clientOrderId} (${execution.quantity} lots, ${execution.account})`;
    if (!row) violations.push({ kind: "misreported", detail: `${detail}: there is no such order` });
    else if (row.quantity !== execution.quantity)
      violations.push({ kind: "misreported", detail: `${detail}: asked for ${row.quantity}` });
    else if ((portfolioOf.get(row.accountId) ?? execution.account) !== execution.account) {
      violations.push({ kind: "misreported", detail: `${detail}: of another account` });
    } else portfolioOf.set(row.accountId, execution.account);
  }
  return violations;
}

/** Checks that an account's orders reached the venue as accepted, and that acceptance followed the order of answers. */
function judgeOrder({ alerts, rows, ledger }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const acceptedAs = new Map(rows.map((row, position) => [row.id, position]));
  const executedAs = new Map(ledger.map(({ clientOrderId }, position) => [clientOrderId ?? "", position]));
  for (const ofAccount of Map.groupBy(rows, ({ accountId }) => accountId).values()) {
    const executed = ofAccount.filter(({ id }) => executedAs.has(id));
    for (const [index, row] of executed.entries()) {
      const before = executed[index - 1];
      if (!before || (executedAs.get(before.id) ?? 0) < (executedAs.get(row.id) ?? 0)) continue;
      violations.push({
        kind: "out of order",
        detail: `order ${row.id} (${row.quantity} lots) overtook ${before.id} (${before.quantity})`,
      });
    }
  }
  const inVainAtMs = firstInVain(alerts);
  for (const ofAccount of Map.groupBy(withOrdersOfTheirOwn(alerts), ({ account }) => account).values()) {
    for (const [earlier, later] of pairsInTime(ofAccount, inVainAtMs)) {
      if ((acceptedAs.get(earlier) ?? 0) <= (acceptedAs.get(later) ?? Infinity)) continue;
      violations.push({
        kind: "out of order",
        detail: `order ${later} was accepted before ${earlier}, which was answered before it was posted`,
      });
    }
  }
  return violations;
}

/**
 * Returns for each account and quantity when an alert was first posted in vain. It may have become an order all the same; the
 * product then answers an equal alert with that order, which it takes for the resend.
 */
function firstInVain(alerts: readonly SentAlert[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { account, lots, attempts } of alerts) {
    const key = keyOf(account, String(lots));
    for (const { orderId, startedAtMs } of attempts)
      if (orderId === undefined) first.set(key, Math.min(startedAtMs, first.get(key) ?? Infinity));
  }
  return first;
}

/** Yields pairs of order ids whose first alert was answered before the second, or an equal one in vain, was posted. */
function* pairsInTime(
  alerts: readonly SentAlert[],
  inVainAtMs: ReadonlyMap<string, number>,
): Iterable<readonly [string, string]> {
  for (const earlier of alerts) {
    const answer = answerOf(earlier);
    if (!answer) continue;
    for (const later of alerts) {
      const laterId = answerOf(later)?.orderId;
      const equalAtMs = inVainAtMs.get(keyOf(later.account, String(later.lots))) ?? Infinity;
      const postedAtMs = Math.min(later.attempts[0]?.startedAtMs ?? 0, equalAtMs);
      if (laterId !== undefined && answer.endedAtMs < postedAtMs) yield [answer.orderId, laterId];
    }
  }
}

/** Drops alerts that were answered with an equal alert's order; `judgeAlerts` covers those. */
function withOrdersOfTheirOwn(alerts: readonly SentAlert[]): SentAlert[] {
  const taken = new Set<string>();
  return inOrderOfAnswers(alerts).filter((alert) => {
    const id = answerOf(alert)?.orderId;
    if (id === undefined || taken.has(id)) return false;
    taken.add(id);
    return true;
  });
}

function inOrderOfAnswers(alerts: readonly SentAlert[]): SentAlert[] {
  const answeredAtMs = (alert: SentAlert) => answerOf(alert)?.endedAtMs ?? 0;
  return alerts.toSorted((one, other) => answeredAtMs(one) - answeredAtMs(other));
}

/** Describes an alert with each attempt's status, start and end, in milliseconds since the first kill. */
function describe({ account, lots, attempts }: SentAlert, [killedAtMs = 0]: readonly number[]): string {
  const sinceKill = (ms: number) => Math.round(ms - killedAtMs);
  const tries = attempts.map(
    ({ status, startedAtMs, endedAtMs }) => `${status} at ${sinceKill(startedAtMs)} to ${sinceKill(endedAtMs)}`,
  );
  return `alert ${account} ${lots} lots (${tries.join(", ")})`;
}

function keyOf(account: string, quantity: string | null): string {
  return `${account} ${quantity} lots`;
}

function countBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, number> {
  return new Map(Array.from(Map.groupBy(items, keyOfItem), ([key, group]) => [key, group.length]));
}
