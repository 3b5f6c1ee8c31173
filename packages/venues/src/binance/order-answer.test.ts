import type { Outcome } from "@chartrelay/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "./error-row.ts";
import { FUTURES_ERROR_TABLE } from "./futures/error-table.ts";
import { readOrderAnswer } from "./order-answer.ts";
import { SPOT_ERROR_TABLE } from "./spot/error-table.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const ID = "f2b9c4de-0000-4000-8000-000000000001";
const ORDER = { symbol: "BTCUSDT", orderId: 28, clientOrderId: ID, status: "NEW", executedQty: "0.00000000" };

type Body = string | object;

function outcomeOf(table: readonly Row[], status: number, body: Body, headers: Record<string, string> = {}): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const reader = { table, clientOrderId: ID, response: "kept", nowMs: NOW_MS };
  return readOrderAnswer({ kind: "answer", status, headers, text }, reader);
}

const error = (code: number, msg = "…") => ({ code, msg });
const rejected = (reason: string) => ({ kind: "rejected", reason, response: "kept" });
const throttled = (reason: string) => ({ kind: "throttled", reason, response: "kept" });
const unknown = { kind: "unknown", response: "kept" };

type Example = readonly [status: number, body: Body, outcome: object];

const SHARED: readonly Example[] = [
  [400, error(-2010, "Duplicate order sent."), unknown],
  [400, error(-1000), unknown],
  [400, error(-1001, "Internal error; unable to process your request. Please try again."), unknown],
  [400, error(-1006), unknown],
  [400, error(-1007), unknown],
  [408, error(-1007, "Timeout waiting for response from backend server."), unknown],
  [408, "", unknown],
  [429, error(-1015, "Too many new orders; current limit is 100 orders per 10 SECOND."), throttled("VENUE_THROTTLED")],
  [400, error(-1008), throttled("VENUE_THROTTLED")],
  [429, error(-1003), throttled("VENUE_THROTTLED")],
  [429, "<html>slow down</html>", throttled("VENUE_THROTTLED")],
  [418, error(-1003), throttled("VENUE_THROTTLED")],
  [418, "", throttled("VENUE_THROTTLED")],
  [400, error(-1016), throttled("VENUE_UNAVAILABLE")],
  [400, error(-1021), throttled("VENUE_UNAVAILABLE")],
  [400, error(-1022), rejected("CREDENTIALS_REFUSED")],
  [401, error(-2014), rejected("CREDENTIALS_REFUSED")],
  [400, error(-2008, "Invalid Api-Key ID."), rejected("CREDENTIALS_REFUSED")],
  [401, error(-2015), rejected("KEY_OR_ADDRESS_REFUSED")],
  [401, error(-1002), rejected("NO_RIGHTS")],
  [400, error(-1121), rejected("INSTRUMENT_NOT_FOUND")],
  [400, error(-1122), rejected("INSTRUMENT_NOT_TRADABLE")],
  [400, error(-1116), rejected("ORDER_TYPE_NOT_SUPPORTED")],
  [400, error(-1112), rejected("NO_MARKET_PRICE")],
  [400, error(-1013, "Filter failure: PRICE_FILTER"), rejected("PRICE_OFF_TICK")],
  [400, error(-1013, "Filter failure: PERCENT_PRICE_BY_SIDE"), rejected("PRICE_OUT_OF_LIMITS")],
  [400, error(-1013, "Filter failure: MARKET_LOT_SIZE"), rejected("QUANTITY_NOT_ALLOWED")],
  [400, error(-1013, "Filter failure: NOTIONAL"), rejected("ORDER_VALUE_OUT_OF_LIMITS")],
  [400, error(-1013, "Filter failure: MAX_NUM_ORDERS"), rejected("ACCOUNT_LIMIT_REACHED")],
  [400, error(-1013, "Filter failure: SOMETHING_NEW"), rejected("VENUE_REFUSED")],
  [400, error(-1111), rejected("QUANTITY_NOT_ALLOWED")],
  [400, error(-1102), rejected("VENUE_REFUSED")],
  [400, error(-1115), rejected("VENUE_REFUSED")],
  [403, "<html>Request blocked</html>", throttled("VENUE_UNAVAILABLE")],
];

const SPOT: readonly Example[] = [
  ...SHARED,
  [400, error(-2010, "Account has insufficient balance for requested action."), rejected("INSUFFICIENT_FUNDS")],
  [400, error(-2010, "Market is closed."), rejected("MARKET_CLOSED")],
  [400, error(-2010, "Market orders are not supported for this symbol."), rejected("ORDER_TYPE_FORBIDDEN")],
  [400, error(-2010, "This account may not place or cancel orders."), rejected("ACCOUNT_BLOCKED")],
  [400, error(-2010, "This symbol is not permitted for this account."), rejected("INSTRUMENT_FORBIDDEN")],
  [400, error(-2010, "Price * QTY is zero or less."), rejected("ORDER_VALUE_OUT_OF_LIMITS")],
  [400, error(-2010, "Order book liquidity is less than symbol minimum quantity."), rejected("NO_MARKET_PRICE")],
  [400, error(-2010, "NEW_ORDER_REJECTED"), rejected("VENUE_REFUSED")],
];

const FUTURES: readonly Example[] = [
  ...SHARED,
  [503, error(-1000, "Unknown error, please check your request or try again later."), unknown],
  [503, error(-1, "Service Unavailable."), throttled("VENUE_UNAVAILABLE")],
  [
    503,
    error(-1001, "Internal error; unable to process your request. Please try again."),
    throttled("VENUE_UNAVAILABLE"),
  ],
  [503, error(-1008, "Request throttled by system-level protection."), throttled("VENUE_THROTTLED")],
  [400, error(-4116, "ClientOrderId is duplicated."), unknown],
  [400, error(-4061), rejected("HEDGE_MODE")],
  [400, error(-2019, "Margin is insufficient."), rejected("INSUFFICIENT_FUNDS")],
  [400, error(-2027), rejected("ACCOUNT_LIMIT_REACHED")],
  [400, error(-4014), rejected("PRICE_OFF_TICK")],
  [400, error(-4131), rejected("PRICE_OUT_OF_LIMITS")],
  [400, error(-4003), rejected("QUANTITY_TOO_SMALL")],
  [400, error(-4005), rejected("QUANTITY_TOO_LARGE")],
  [400, error(-4023), rejected("QUANTITY_NOT_ALLOWED")],
  [400, error(-4164), rejected("ORDER_VALUE_OUT_OF_LIMITS")],
  [400, error(-5021), rejected("NOTHING_EXECUTED")],
  [400, error(-4140), rejected("INSTRUMENT_NOT_TRADABLE")],
  [400, error(-4144), rejected("INSTRUMENT_NOT_FOUND")],
  [400, error(-4088), rejected("ACCOUNT_BLOCKED")],
  [400, error(-4402), rejected("INSTRUMENT_FORBIDDEN")],
  [400, error(-5025), rejected("ORDER_TYPE_FORBIDDEN")],
  [400, error(-4120), rejected("ORDER_TYPE_NOT_SUPPORTED")],
  [400, error(-2022), rejected("VENUE_REFUSED")],
];

const PRODUCTS = [
  { product: "spot", table: SPOT_ERROR_TABLE, examples: SPOT },
  { product: "futures", table: FUTURES_ERROR_TABLE, examples: FUTURES },
];

describe.each(PRODUCTS)("$product", ({ table, examples }) => {
  test.each(examples)("HTTP %i %o", (status, body, outcome) => {
    expect(outcomeOf(table, status, body)).toMatchObject(outcome);
  });

  test("every row of the error table decides one of its examples, and has a source", () => {
    const decided = new Set(examples.map(([status, body]) => deciding(table, status, body)));
    expect(table.filter((row) => !decided.has(row))).toEqual([]);
    for (const { source } of table) expect(source).not.toBe("");
  });

  test("a refusal that the table doesn't name is unknown, however well formed", () => {
    expect(outcomeOf(table, 400, error(-9999, "Order refused."))).toMatchObject({ ...unknown, cause: "HTTP 400" });
    expect(outcomeOf(table, 400, { msg: "Filter failure: LOT_SIZE" })).toMatchObject(unknown);
  });

  test("a well-formed code that the table doesn't name is a refusal to be confirmed", () => {
    const refusal = "400 -9999 Order refused.";
    expect(outcomeOf(table, 400, error(-9999, "Order refused."))).toMatchObject({ ...unknown, refusal });
  });

  test.each<[string, number, Body]>([
    ["it says that the order exists", 400, error(-2010, "Duplicate order sent.")],
    ["the table calls it unknown", 400, error(-1007)],
    ["the server failed", 500, error(-9999)],
    ["it has no code", 400, { msg: "Order refused." }],
    ["it is a page", 400, "<html>Bad Request</html>"],
  ])("an answer is not a refusal to be confirmed when %s", (_, status, body) => {
    const outcome = outcomeOf(table, status, body);
    expect(outcome).toMatchObject(unknown);
    expect(outcome).not.toHaveProperty("refusal");
  });

  test("the table's codes mean nothing with a server error", () => {
    const statuses = fc.constantFrom(500, 502, 504, 520);
    fc.assert(
      fc.property(statuses, fc.constantFrom(...examples), (status, [, body]) => {
        expect(outcomeOf(table, status, body).kind).toBe("unknown");
      }),
    );
  });

  test("no answer outside the error table is a rejection or a reason to retry", () => {
    const handled = new Set([403, 418, 429]);
    const statuses = fc.integer({ min: 100, max: 599 }).filter((status) => !handled.has(status));
    const codes = fc.integer({ min: -9_999, max: 9_999 }).filter((code) => !isListed(table, code));
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ code: codes, msg: fc.stringMatching(/^[ZQX \d]{0,20}$/) }).map((body) => JSON.stringify(body)),
      fc.constantFrom(...examples.map(([, body]) => JSON.stringify(body))).map((text) => text.slice(0, -2)),
    );
    fc.assert(
      fc.property(statuses, bodies, (status, body) => {
        expect(outcomeOf(table, status, body).kind).toBe("unknown");
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["NEW", "0", { kind: "accepted" }],
    ["PARTIALLY_FILLED", "0.1", { kind: "accepted" }],
    ["FILLED", "1.00000000", { kind: "accepted" }],
    ["CANCELED", "0", { kind: "accepted" }],
    ["EXPIRED", "0.00100000", { kind: "accepted" }],
    ["EXPIRED", "0.00000000", rejected("NOTHING_EXECUTED")],
    ["EXPIRED_IN_MATCH", "0", rejected("NOTHING_EXECUTED")],
    ["REJECTED", "0", rejected("VENUE_REFUSED")],
    ["SOMETHING_NEW", "0", unknown],
  ])("an order that is %s with %s executed", (status, executedQty, outcome) => {
    expect(outcomeOf(table, 200, { ...ORDER, status, executedQty })).toMatchObject(outcome);
  });

  test.each<[string, Body]>([
    ["another order's id", { ...ORDER, clientOrderId: "other" }],
    ["no order's number", { ...ORDER, orderId: undefined }],
    ["no status", { ...ORDER, status: undefined }],
    ["nothing about what was executed", { ...ORDER, executedQty: undefined }],
    ["a list", [ORDER]],
    ["nothing", ""],
    ["half an answer", JSON.stringify(ORDER).slice(0, -9)],
    ["a page", "<html>success</html>"],
    ["an error", error(-2010, "Market is closed.")],
  ])("a 200 with %s doesn't prove an order: unknown", (_, body) => {
    expect(outcomeOf(table, 200, body)).toMatchObject(unknown);
  });

  test("a wait is as long as the venue asks, and ten seconds for too many orders of one account", () => {
    expect(outcomeOf(table, 429, "", { "retry-after": "7" })).toMatchObject({ retryAfterMs: 7_000 });
    expect(outcomeOf(table, 429, error(-1015))).toMatchObject({ retryAfterMs: 10_000 });
    expect(outcomeOf(table, 400, error(-1008))).toEqual(throttled("VENUE_THROTTLED"));
  });
});

test("pitfall 6: a futures 503 without a code is recognised by its words", () => {
  const gateway = (msg: string) => ({ timestamp: NOW_MS, path: "/fapi/v1/order", msg });
  expect(outcomeOf(FUTURES_ERROR_TABLE, 503, gateway("Service Unavailable."))).toEqual(throttled("VENUE_UNAVAILABLE"));
  expect(
    outcomeOf(FUTURES_ERROR_TABLE, 503, gateway("Unknown error, please check your request or try again later.")),
  ).toMatchObject(unknown);
  expect(outcomeOf(FUTURES_ERROR_TABLE, 503, "Service Unavailable.")).toMatchObject(unknown);
});

// @covers V6
test("pitfall 6: a spot 5xx is unknown, whatever it says", () => {
  for (const body of ["Service Unavailable.", error(-1008, "Server is currently overloaded.")])
    expect(outcomeOf(SPOT_ERROR_TABLE, 503, body)).toMatchObject(unknown);
});

/** Returns the row that decides on an answer: changing its verdict changes the outcome. */
function deciding(table: readonly Row[], status: number, body: Body): Row | undefined {
  return table.find(
    (row) =>
      outcomeOf([{ ...row, verdict: { kind: "rejected", reason: "BAD_MESSAGE" } }], status, body).kind === "rejected",
  );
}

function isListed(table: readonly Row[], code: number): boolean {
  return table.some(({ codes }) => codes?.includes(code));
}
