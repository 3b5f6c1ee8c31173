/** One order against a scripted venue, in virtual time. */
import type { Found, Outcome, ResendRule, Unknown } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { failingLog } from "../../test/retry-log.ts";
import { VirtualClock } from "../../test/virtual-clock.ts";
import { IntakePriority } from "../cluster/intake-priority.ts";
import { Queue } from "../cluster/queue.ts";
import { noFailpoint } from "../platform/failpoint.ts";
import { FairLimiter } from "../platform/fair-limiter.ts";
import type { Destination } from "./destination.ts";
import type { QueuedOrder } from "./order.ts";
import { QueueWorker } from "./queue-worker.ts";
import { Sender } from "./sender.ts";
import { restore, type OrderEnd } from "./state.ts";

const MAX_AGE_MS = 60_000;
const SETTLES_WITHIN_MS = 8_000;
const SAME_ID: ResendRule = { by: "same-id" };
const CONFIRMED_ABSENCE: ResendRule = { by: "confirmed-absence", settlesWithinMs: SETTLES_WITHIN_MS };

const REFUSAL = "Order refused by rule 777";
const REFUSED: Unknown = { kind: "unknown", cause: "HTTP 400", response: REFUSAL, refusal: "400 777" };
const TIMED_OUT: Unknown = { kind: "unknown", cause: "TimeoutError", response: null };
const FAILED: Unknown = { kind: "unknown", cause: "HTTP 502", response: "Bad Gateway" };
const THROTTLED: Outcome = { kind: "throttled", reason: "VENUE_THROTTLED", response: "slow down" };
const ACCEPTED = { kind: "accepted", response: "ok" } as const;
const ABSENT: Found = { kind: "absent" };
const UNCLEAR: Found = { kind: "unclear", cause: "HTTP 500" };

interface Script {
  readonly resend: ResendRule;
  /** One for each send; the last one repeats. */
  readonly sends: readonly Outcome[];
  /** One for each look-up; the last one repeats. */
  readonly finds?: readonly Found[];
  /** When the venue's stream tells of the order. */
  readonly heardAtMs?: number;
}

interface Carried {
  readonly end: OrderEnd | null;
  readonly afterMs: number;
  /** When each send began, in milliseconds. */
  readonly sentAtMs: readonly number[];
  readonly lookUps: number;
}

async function carry({ resend, sends, finds = [ABSENT], heardAtMs }: Script): Promise<Carried> {
  const clock = new VirtualClock();
  const sentAtMs: number[] = [];
  let lookUps = 0;
  const next = <T>(script: readonly T[], index: number) => script[Math.min(index, script.length - 1)] as T;
  const store = {
    storeAttempt: async () => true,
    markUnresolved: async () => undefined,
    storeEnd: async () => true,
    loadQueue: async () => [],
  };
  const admit: Destination["admit"] = async () => ({
    kind: "admitted",
    keyVersion: 1,
    mayOvertake: false,
    send: async () => next(sends, sentAtMs.push(clock.nowMs()) - 1),
  });
  const sender = new Sender({
    store,
    destination: {
      group: () => "venue",
      party: () => "user",
      permit: admit,
      admit,
      find: async () => next(finds, lookUps++),
    },
    limiter: new FairLimiter({ perGroup: 1, perParty: 1 }),
    clock,
    intakePriority: new IntakePriority(clock),
    failpoint: noFailpoint,
    holdsLocks: () => true,
    onChanged: () => undefined,
    onUnresolved: () => undefined,
    log: failingLog,
  });
  if (heardAtMs !== undefined) void clock.wait(heardAtMs).then(() => sender.lookUpNow("order"));
  const order: QueuedOrder = {
    id: "order",
    queue: "account",
    accountId: "account",
    partition: 0,
    seq: 1,
    userId: "user",
    venue: "ALOR_BROKER",
    isDemo: true,
    message: { account: "account", ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "1" },
    receivedAtUs: 0,
    committedAtUs: 0,
    state: restore({ expiresAtMs: MAX_AGE_MS, resend }),
    commands: [],
  };
  const queue = new Queue<QueuedOrder>("account");
  queue.add(order);
  const worker = new QueueWorker(queue, new AbortController().signal, {
    sender,
    store,
    clock,
    onEnded: () => undefined,
    log: failingLog,
  });
  const workOff = async () => {
    while (queue.size > 0) await worker.step();
  };
  void workOff();
  await clock.runUntil(() => queue.size === 0);
  return { end: order.state.end, afterMs: clock.nowMs(), sentAtMs, lookUps };
}

const venueRefused = { kind: "rejected", reason: "VENUE_REFUSED", response: REFUSAL };

describe("a well-formed refusal that no table lists", () => {
  test("is VENUE_REFUSED with the venue's words once the venue repeats it and look-ups don't find the order, after two sends and a few seconds", async () => {
    const { end, afterMs, sentAtMs } = await carry({ resend: SAME_ID, sends: [REFUSED] });
    expect(end).toEqual(venueRefused);
    expect(sentAtMs).toHaveLength(2);
    expect(afterMs).toBeLessThan(10_000);
  });

  test("is VENUE_REFUSED once look-ups have denied the order up to the venue's settling time, without a resend", async () => {
    const { end, afterMs, sentAtMs } = await carry({ resend: CONFIRMED_ABSENCE, sends: [REFUSED] });
    expect(end).toEqual(venueRefused);
    expect(sentAtMs).toHaveLength(1);
    expect(afterMs).toBe(SETTLES_WITHIN_MS);
  });

  test.each([SAME_ID, CONFIRMED_ABSENCE])("is ignored if a look-up finds the order: %o", async (resend) => {
    const finds: Found[] = [ABSENT, ABSENT, ABSENT, { kind: "found", outcome: ACCEPTED }];
    expect((await carry({ resend, sends: [REFUSED], finds })).end).toEqual(ACCEPTED);
  });

  test("is ignored if the venue accepts the repeat", async () => {
    const { end, lookUps } = await carry({ resend: SAME_ID, sends: [REFUSED, ACCEPTED] });
    expect([end, lookUps]).toEqual([ACCEPTED, 0]);
  });

  test("is believed if the venue repeats it, even if look-ups fail for twenty seconds", async () => {
    const { end, afterMs } = await carry({ resend: SAME_ID, sends: [REFUSED], finds: [UNCLEAR] });
    expect(end).toEqual(venueRefused);
    expect(afterMs).toBeLessThan(25_000);
  });

  test.each([
    ["the venue words it differently each time", SAME_ID, [REFUSED, { ...REFUSED, response: "888", refusal: "888" }]],
    ["nobody was asked twice", CONFIRMED_ABSENCE, [{ ...REFUSED, response: "888" }]],
  ] as const)("stays unknown, with the venue's words, if look-ups fail and %s", async (_, resend, sends) => {
    const { end, afterMs } = await carry({ resend, sends, finds: [UNCLEAR] });
    expect(end).toEqual({ kind: "rejected", reason: "OUTCOME_UNKNOWN", response: "888" });
    expect(afterMs).toBeLessThan(35_000);
  });
});

describe("the venue's last answer is kept", () => {
  test("when the outcome stays unknown", async () => {
    const { end } = await carry({ resend: SAME_ID, sends: [FAILED, TIMED_OUT], finds: [ABSENT, UNCLEAR] });
    expect(end).toEqual({ kind: "rejected", reason: "OUTCOME_UNKNOWN", response: "Bad Gateway" });
  });

  test("from the look-ups, when no send got an answer", async () => {
    const refused: Found = { kind: "unclear", cause: "HTTP 401", response: "key revoked" };
    const { end } = await carry({ resend: SAME_ID, sends: [TIMED_OUT], finds: [refused, UNCLEAR] });
    expect(end).toEqual({ kind: "rejected", reason: "OUTCOME_UNKNOWN", response: "key revoked" });
  });

  test.each([SAME_ID, CONFIRMED_ABSENCE])("when the order expires after its attempts: %o", async (resend) => {
    const { end } = await carry({ resend, sends: [FAILED] });
    expect(end).toEqual({ kind: "rejected", reason: "EXPIRED", response: "Bad Gateway" });
  });

  test("when it was throttled until it expired, even if the last attempt wasn't sent", async () => {
    const notSent: Outcome = { kind: "throttled", reason: "VENUE_UNAVAILABLE", response: null };
    const { end } = await carry({ resend: SAME_ID, sends: [THROTTLED, notSent] });
    expect(end).toEqual({ kind: "rejected", reason: "VENUE_UNAVAILABLE", response: "slow down" });
  });
});

describe("a venue that throttles", () => {
  const asking = (retryAfterMs: number): Outcome => ({ ...THROTTLED, retryAfterMs });

  test("is retried ever more slowly if it asks for no wait at all", async () => {
    const { end, sentAtMs } = await carry({ resend: SAME_ID, sends: [asking(0)] });
    expect(sentAtMs.slice(0, 6)).toEqual([0, 250, 750, 1_750, 3_750, 8_750]);
    expect(sentAtMs).toHaveLength(16);
    expect(end).toMatchObject({ reason: "VENUE_THROTTLED", response: "slow down" });
  });

  test.each([-5_000, 0.001])("is given the same time if it asks for %d ms", async (waitMs) => {
    const { sentAtMs } = await carry({ resend: SAME_ID, sends: [asking(waitMs)] });
    expect(sentAtMs.slice(0, 4)).toEqual([0, 250, 750, 1_750]);
  });

  test("is given the time that it asks for", async () => {
    const { sentAtMs, end } = await carry({ resend: SAME_ID, sends: [asking(7_000), ACCEPTED] });
    expect(sentAtMs).toEqual([0, 7_000]);
    expect(end).toEqual(ACCEPTED);
  });
});

test("an order that the venue's stream tells of is looked up at once", async () => {
  const found: Found = { kind: "found", outcome: ACCEPTED };
  const lost = { resend: CONFIRMED_ABSENCE, sends: [TIMED_OUT], finds: [UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR, found] };
  expect(await carry(lost)).toMatchObject({ end: ACCEPTED, afterMs: 3_750, lookUps: 5 });
  expect(await carry({ ...lost, heardAtMs: 1_800 })).toMatchObject({ end: ACCEPTED, afterMs: 1_800, lookUps: 5 });
});
