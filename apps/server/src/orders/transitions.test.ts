/** Explores every sequence of events an order may meet, up to a few attempts, with a crash at every step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Accepted, Found, Outcome, Rejected, ResendRule, SizingRecord } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import {
  restore,
  type Admission,
  type OrderCommand,
  type OrderEvent,
  type OrderState,
  type Phase,
  type Planned,
  type Step,
} from "./state.ts";
import { next } from "./transitions.ts";

const PICTURE = join(import.meta.dirname, "../../../../docs/order-life.md");

const EXPIRES_AT_MS = 60_000;
/** While the order is fresh, once it is too old to be sent, and after all deadlines. */
const MOMENTS_MS = [1_000, EXPIRES_AT_MS, 500_000];
/** Beyond these limits, states resemble ones already seen. */
const MOST = { attempts: 2, tries: 1, absences: 6 };

const ACCEPTED: Accepted = { kind: "accepted", response: "ok" };
const REFUSED: Rejected = { kind: "rejected", reason: "VENUE_REFUSED", response: "no" };
const ANSWERS: readonly Outcome[] = [
  ACCEPTED,
  REFUSED,
  { ...REFUSED, isUnsent: true },
  { kind: "throttled", reason: "VENUE_THROTTLED", response: null },
  { kind: "throttled", reason: "VENUE_THROTTLED", response: null, retryAfterMs: 100_000 },
  { kind: "unknown", cause: "TimeoutError", response: null },
  { kind: "unknown", cause: "HTTP 400", response: "777", refusal: "777" },
];
const FINDINGS: readonly Found[] = [
  { kind: "found", outcome: ACCEPTED },
  { kind: "found", outcome: REFUSED },
  { kind: "absent" },
  { kind: "unclear", cause: "HTTP 500" },
  { kind: "unclear", cause: "the key is gone", isKeyGone: true },
];

/** What an order was planned to trade. The machine only passes it on. */
const plannedFor = (quantity: string): Planned => ({
  sizing: { record: {} as SizingRecord, symbol: "SBER", isEntry: true },
  contract: null,
  terms: { direction: "BUY", quantity, scale: null },
});

/** Of an order with an instruction, which may be planned in two ways at two times. */
const PLANNED: readonly Admission[] = [
  ...["1", "2"].map((quantity): Admission => {
    return { kind: "admitted", keyVersion: 7, mayOvertake: false, planned: plannedFor(quantity) };
  }),
  { kind: "unneeded", reason: "NOTHING_TO_DO" },
  { kind: "mustWait" },
];

/** Returns every event that a command may result in. An order that has been attempted isn't planned any more. */
function comingOf(command: OrderCommand, { attempt }: OrderState): OrderEvent[] {
  switch (command.kind) {
    case "admit":
      return MOMENTS_MS.flatMap((atMs) => [
        { kind: "admission", admission: { kind: "admitted", keyVersion: 7, mayOvertake: false }, atMs },
        { kind: "admission", admission: REFUSED, atMs },
        { kind: "admission", admission: { kind: "throttled", reason: "EXPIRED", response: null }, atMs },
        ...(attempt === 0 ? PLANNED.map((admission): OrderEvent => ({ kind: "admission", admission, atMs })) : []),
      ]);
    case "storeAttempt":
    case "markUnresolved":
    case "storeEnd":
      return [...MOMENTS_MS.map((atMs): OrderEvent => ({ kind: "stored", atMs })), { kind: "conflict" }];
    case "send":
      return MOMENTS_MS.flatMap((atMs) =>
        ANSWERS.map((outcome): OrderEvent => ({ kind: "answer", outcome, sent: { atUs: 1, atMs: 0 }, atUs: 2, atMs })),
      );
    case "wait":
      return MOMENTS_MS.map((atMs) => ({ kind: "turn", atMs }));
    case "lookUp":
      return MOMENTS_MS.flatMap((atMs) =>
        FINDINGS.map((found): OrderEvent => ({ kind: "found", found, atUs: 3, atMs })),
      );
  }
}

/** Events that may happen to an order at any time, whatever it is waiting for. */
const HAPPENINGS: readonly OrderEvent[] = [
  ...MOMENTS_MS.flatMap((atMs): OrderEvent[] => [
    { kind: "turn", atMs },
    { kind: "interrupted", atMs },
  ]),
  { kind: "accountChanged" },
  { kind: "blocked" },
  { kind: "overtaken" },
];

/** What a process learns from the row when it loads it after a crash. */
interface Row {
  readonly attempt: number;
  readonly keyVersion: number | null;
  readonly isMarked: boolean;
  /** What its first attempt has stored. */
  readonly planned: string | null;
}

interface Visit extends Step {
  readonly row: Row;
  /** Its last send got no answer, and no look-up since has denied that the venue has the order. */
  readonly isUnanswered: boolean;
}

interface Arrow {
  readonly from: Visit;
  readonly event: OrderEvent;
  readonly to: Visit;
}

/** Returns the row after an event: what was committed before the state machine got the event. */
function rowAfter({ row, state, commands: [command] }: Visit, event: OrderEvent): Row {
  if (event.kind !== "stored") return row;
  if (command?.kind === "storeAttempt") {
    const planned = row.attempt === 0 ? quantityOf(state) : row.planned;
    return { attempt: row.attempt + 1, keyVersion: command.keyVersion, isMarked: false, planned };
  }
  return command?.kind === "markUnresolved" ? { ...row, isMarked: true } : row;
}

function quantityOf({ planned }: OrderState): string | null {
  return planned?.terms?.quantity ?? null;
}

function isUnansweredAfter({ isUnanswered }: Visit, event: OrderEvent): boolean {
  if (event.kind === "interrupted") return true;
  if (event.kind === "answer") return event.outcome.kind === "unknown" && event.outcome.refusal === undefined;
  return isUnanswered && !(event.kind === "found" && event.found.kind === "absent");
}

/** Returns a key made of everything in a visit that affects what may follow. How often was asked only affects when. */
function keyOf({ state, commands, row, isUnanswered }: Visit): string {
  const { phase, attempt, unsent, keyVersion, round, mayComeToLight, doubted, isMarked } = state;
  const inquiry = state.inquiry && { ...state.inquiry, lookUps: undefined };
  const { isOvertaken, waitedForUnknown } = state;
  const plans = [quantityOf(state), row.planned, state.waitedForFill];
  const flags = [
    ...plans,
    mayComeToLight,
    isMarked,
    isOvertaken,
    waitedForUnknown,
    isUnanswered,
    row.isMarked,
    row.keyVersion,
  ];
  const kinds = commands.map(({ kind }) => kind);
  return JSON.stringify([phase, attempt, unsent, keyVersion, round, doubted, inquiry, flags, row.attempt, kinds]);
}

/** Walks every path that an order may take, each arrow once. */
function explore(resend: ResendRule, onArrow: (arrow: Arrow) => void): number {
  const fresh = restore({ expiresAtMs: EXPIRES_AT_MS, resend });
  const row = { attempt: 0, keyVersion: null, isMarked: false, planned: null };
  const seen = new Set<string>();
  const left: Visit[] = [{ state: fresh, commands: [], row, isUnanswered: false }];
  for (let visit = left.pop(); visit; visit = left.pop()) {
    const { state, commands } = visit;
    const { attempt, round, inquiry } = state;
    if (attempt > MOST.attempts || round.tries > MOST.tries || (inquiry?.absences ?? 0) > MOST.absences) continue;
    const key = keyOf(visit);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const event of [...commands.flatMap((command) => comingOf(command, state)), ...HAPPENINGS]) {
      const to = {
        ...next(state, event),
        row: rowAfter(visit, event),
        isUnanswered: isUnansweredAfter(visit, event),
      };
      onArrow({ from: visit, event, to });
      if (to.state !== state) left.push(to);
    }
    if (isOver(state)) continue;
    const restored = restoredFrom(visit.row, resend);
    left.push({ state: restored, commands: [], row: visit.row, isUnanswered: visit.row.attempt > 0 });
  }
  return seen.size;
}

/** What was planned is in the row's columns, not in the state that is made of them. */
function restoredFrom({ attempt, keyVersion, isMarked }: Row, resend: ResendRule): OrderState {
  return restore({ expiresAtMs: EXPIRES_AT_MS, resend, attempt, keyVersion, isMarked });
}

const OVER: ReadonlySet<Phase> = new Set(["rejected", "unneeded", "working"]);
const isOver = ({ phase }: OrderState) => OVER.has(phase);
const RULES: readonly ResendRule[] = [{ by: "same-id" }, { by: "confirmed-absence", settlesWithinMs: 6_000 }];

const commands = (visit: Visit, ...kinds: OrderCommand["kind"][]) =>
  visit.commands.some(({ kind }) => kinds.includes(kind));

/** For each promise, whether an arrow breaks it. */
const BREACHES: Readonly<Record<string, (arrow: Arrow, rule: ResendRule) => boolean>> = {
  "there is one thing to do at a time, and nothing once an order has ended": ({ to }) =>
    to.commands.length > (isOver(to.state) ? 0 : 1),
  "promise 2: nothing is sent before its attempt is stored, with the key that is stored": ({ from, to }) =>
    from.state !== to.state &&
    commands(to, "send") &&
    !(
      commands(from, "storeAttempt") &&
      to.row.attempt === to.state.attempt &&
      to.row.keyVersion === to.state.keyVersion
    ),
  "promise 2: a send without an answer is repeated only after a look-up has denied it": ({ from, to }) =>
    from.state !== to.state && to.isUnanswered && commands(to, "admit", "send"),
  "promise 2: what was planned for the first attempt is what every later one sends": ({ from, to }) =>
    from.state !== to.state &&
    commands(to, "send") &&
    quantityOf(to.state) !== null &&
    quantityOf(to.state) !== to.row.planned,
  "promise 2: an order ends as unneeded only if nothing was ever sent": ({ to }) =>
    to.commands.some((command) => command.kind === "storeEnd" && command.end.kind === "unneeded") && to.row.attempt > 0,
  "promise 6: what has grown too old is neither attempted nor sent": ({ from, event, to }) =>
    from.state !== to.state && "atMs" in event && event.atMs >= EXPIRES_AT_MS && commands(to, "storeAttempt", "send"),
  "promise 3: after a crash an order is sent, or looked up first if it may have arrived": ({ from }, rule) => {
    if (isOver(from.state)) return false;
    const { attempt, isMarked } = from.row;
    const restored = restoredFrom(from.row, rule);
    const [command] = next(restored, { kind: attempt > 0 ? "interrupted" : "turn", atMs: 1_000 }).commands;
    return command?.kind !== (attempt === 0 ? "admit" : isMarked ? "wait" : "markUnresolved");
  },
};

/** The result of a full walk: breaches by promise, the reasons for ending, and the arrows between phases. */
interface Walk {
  readonly breaches: ReadonlyMap<string, string[]>;
  readonly ends: Set<string>;
  readonly arrows: Set<string>;
  readonly states: number;
}

function walk(rule: ResendRule): Walk {
  const breaches = new Map(Object.keys(BREACHES).map((promise): [string, string[]] => [promise, []]));
  const ends = new Set<string>();
  const arrows = new Set<string>();
  const states = explore(rule, (arrow) => {
    const { from, event, to } = arrow;
    for (const [promise, isBreach] of Object.entries(BREACHES))
      if (isBreach(arrow, rule))
        breaches.get(promise)?.push(`${keyOf(from)} ${JSON.stringify(event)} ${to.state.phase}`);
    for (const command of to.commands)
      if (command.kind === "storeEnd") ends.add(command.end.kind === "accepted" ? "accepted" : command.end.reason);
    if (from.state.phase !== to.state.phase) arrows.add(`${from.state.phase} --> ${to.state.phase}`);
  });
  return { breaches, ends, arrows, states };
}

const WALKS = RULES.map((rule) => ({ by: rule.by, ...walk(rule) }));

describe.each(WALKS)("where the resend rule is $by", ({ breaches, ends, states }) => {
  test.each(Object.keys(BREACHES))("%s", (promise) => {
    expect(states).toBeGreaterThan(1_000);
    expect(breaches.get(promise)?.slice(0, 3)).toEqual([]);
  });

  test("an order ends with the venue's verdict, or with the reason why it wasn't executed", () => {
    expect([...ends].toSorted()).toEqual([
      "CLOSING_NOT_FILLED",
      "EXPIRED",
      "EXPIRED_BEHIND_UNKNOWN",
      "NOTHING_TO_DO",
      "OUTCOME_UNKNOWN",
      "OVERTAKEN",
      "VENUE_REFUSED",
      "VENUE_THROTTLED",
      "accepted",
    ]);
  });
});

test("the first diagram in docs/order-life.md has exactly the state machine's arrows", () => {
  const [, diagram = ""] = readFileSync(PICTURE, "utf8").split("```mermaid");
  const drawn = Array.from(diagram.matchAll(/^ *(\w+) --> (\w+)/gm), ([, from = "", to = ""]) => `${from} --> ${to}`);
  const real = new Set(WALKS.flatMap(({ arrows }) => [...arrows]));
  expect(drawn.toSorted()).toEqual([...real].toSorted());
});
