import { expect, test } from "vitest";
import { judge, type Evidence, type Execution, type Row } from "./oracle.ts";
import type { SentAlert } from "./tradingview.ts";

const ACCOUNT = "account-1";
const PORTFOLIO = "portfolio-1";

/** An alert that was answered 200 on the first attempt; `lots` is also its place in time. */
function answered(lots: number, orderId = `order-${lots}`): SentAlert {
  const attempt = { startedAtMs: lots * 10, endedAtMs: lots * 10 + 5, status: 200, orderId, text: "" };
  return { account: ACCOUNT, body: String(lots), lots, attempts: [attempt] };
}

function unanswered(lots: number): SentAlert {
  const attempt = { startedAtMs: lots * 10, endedAtMs: lots * 10 + 5, status: 502, orderId: undefined, text: "" };
  return { account: ACCOUNT, body: String(lots), lots, attempts: [attempt] };
}

function created(lots: number, id = `order-${lots}`): Row {
  return { id, accountId: ACCOUNT, quantity: String(lots), status: "CREATED", stage: "done", reason: null };
}

function executed(lots: number, clientOrderId = `order-${lots}`): Execution {
  return { account: PORTFOLIO, clientOrderId, quantity: String(lots) };
}

/** Three alerts that went as they should. */
function goodRun(changes: Partial<Evidence> = {}): Evidence {
  return {
    alerts: [answered(1), answered(2), answered(3)],
    rows: [created(1), created(2), created(3)],
    ledger: [executed(1), executed(2), executed(3)],
    killsAtMs: [10_000],
    ...changes,
  };
}

const kindsOf = (evidence: Evidence) => judge(evidence).violations.map(({ kind }) => kind);

test("a run without faults has no violations", () => {
  expect(judge(goodRun())).toEqual({ violations: [], undecidable: 0 });
});

test("an unanswered alert may or may not have become an order", () => {
  const alerts = [answered(1), unanswered(2), answered(3)];
  expect(kindsOf(goodRun({ alerts }))).toEqual([]);
  expect(
    kindsOf({ ...goodRun({ alerts }), rows: [created(1), created(3)], ledger: [executed(1), executed(3)] }),
  ).toEqual([]);
});

test("a planted loss is found: an acknowledged alert without a row", () => {
  const evidence = goodRun({ rows: [created(1), created(3)], ledger: [executed(1), executed(3)] });
  expect(kindsOf(evidence)).toEqual(["lost"]);
});

test("a planted loss is found: an order that never reached the venue", () => {
  expect(kindsOf(goodRun({ ledger: [executed(1), executed(3)] }))).toEqual(["lost"]);
});

test("a planted loss is found: an order that never became final, or was given up", () => {
  const ledger = [executed(1), executed(2)];
  for (const status of ["NEW", "REJECTED"] as const) {
    const rows = [created(1), created(2), { ...created(3), status }];
    expect(kindsOf(goodRun({ rows, ledger }))).toEqual(["lost"]);
  }
});

test("a planted loss is found: two equal alerts, both answered, that made one order", () => {
  const evidence = goodRun({ alerts: [answered(1), answered(1), answered(2), answered(3)] });
  expect(kindsOf(evidence)).toEqual(["lost"]);
});

test("an equal alert that made no order is excused only if the first one was answered just before a kill", () => {
  const early = { ...answered(1), attempts: [{ ...answered(1).attempts[0]!, endedAtMs: 9_000 }] };
  const late = { ...answered(1), attempts: [{ ...answered(1).attempts[0]!, endedAtMs: 9_950 }] };
  const twin = { ...answered(1), attempts: [{ ...answered(1).attempts[0]!, startedAtMs: 12_000, endedAtMs: 12_010 }] };
  const run = (first: SentAlert) => goodRun({ alerts: [first, twin, answered(2), answered(3)] });
  expect(judge(run(late))).toEqual({ violations: [], undecidable: 1 });
  expect(kindsOf(run(early))).toEqual(["lost"]);
});

test("a planted duplicate is found: one order executed twice", () => {
  expect(kindsOf(goodRun({ ledger: [executed(1), executed(2), executed(2), executed(3)] }))).toContain("doubled");
});

test("a planted duplicate is found: one alert that made two orders", () => {
  const again = "order-2-again";
  const rows = [created(1), created(2), created(2, again), created(3)];
  const ledger = [executed(1), executed(2), executed(2, again), executed(3)];
  expect(kindsOf(goodRun({ rows, ledger }))).toEqual(["doubled"]);
});

test("two equal alerts may make two orders", () => {
  const again = "order-2-again";
  const rows = [created(1), created(2), created(2, again), created(3)];
  const ledger = [executed(1), executed(2), executed(2, again), executed(3)];
  expect(
    kindsOf({ ...goodRun({ rows, ledger }), alerts: [answered(1), answered(2), answered(2, again), answered(3)] }),
  ).toEqual([]);
});

test("a planted swap is found: two orders of an account reached the venue in the wrong order", () => {
  expect(kindsOf(goodRun({ ledger: [executed(2), executed(1), executed(3)] }))).toEqual(["out of order"]);
});

test("a planted swap is found: an order was accepted before one that had been answered earlier", () => {
  const rows = [created(2), created(1), created(3)];
  const ledger = [executed(2), executed(1), executed(3)];
  expect(kindsOf(goodRun({ rows, ledger }))).toEqual(["out of order"]);
});

test("an order may be older than the alert it was answered to, if an equal one before it got no answer", () => {
  // The order of the first two-lot alert was accepted; its answer was lost, and the second one was taken for its resend.
  const early = (alert: SentAlert) => ({
    ...alert,
    attempts: alert.attempts.map((each) => ({ ...each, startedAtMs: 5, endedAtMs: 8 })),
  });
  const rows = [created(2), created(1), created(3)];
  const ledger = [executed(2), executed(1), executed(3)];
  const others = [answered(1), answered(2), answered(3)];
  expect(kindsOf(goodRun({ rows, ledger }))).toEqual(["out of order"]);
  expect(kindsOf(goodRun({ alerts: [early(unanswered(2)), ...others], rows, ledger }))).toEqual([]);
  // One that has an order of its own is no excuse.
  const own = "order-2-own";
  const evidence = { rows: [created(2, own), ...rows], ledger: [executed(2, own), ...ledger] };
  expect(kindsOf(goodRun({ alerts: [early(answered(2, own)), ...others], ...evidence }))).toEqual(["out of order"]);
});

test("orders of different accounts may overtake each other", () => {
  const other = (alert: SentAlert): SentAlert => ({ ...alert, account: "account-2" });
  const evidence = goodRun({
    alerts: [answered(1), other(answered(2)), answered(3)],
    rows: [created(1), { ...created(2), accountId: "account-2" }, created(3)],
    ledger: [{ ...executed(2), account: "portfolio-2" }, executed(1), executed(3)],
  });
  expect(kindsOf(evidence)).toEqual([]);
});

test("an execution that no order accounts for is found", () => {
  expect(kindsOf(goodRun({ ledger: [executed(1), executed(2), executed(3), executed(4)] }))).toEqual(["misreported"]);
  const rows = [created(1), created(2), { ...created(3), status: "REJECTED" as const }];
  expect(kindsOf(goodRun({ rows }))).toEqual(["misreported"]);
});

test("an order executed in another user's portfolio is found", () => {
  const ledger = [executed(1), { ...executed(2), account: "portfolio-2" }, executed(3)];
  expect(kindsOf(goodRun({ ledger }))).toContain("misreported");
});

test("a valid alert that was refused is found", () => {
  const refused = { ...answered(1), attempts: [{ ...answered(1).attempts[0]!, status: 404, orderId: undefined }] };
  const evidence = goodRun({ alerts: [refused, answered(2), answered(3)] });
  expect(kindsOf({ ...evidence, rows: [created(2), created(3)], ledger: [executed(2), executed(3)] })).toEqual([
    "refused",
  ]);
});
