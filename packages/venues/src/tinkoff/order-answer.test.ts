import { readFileSync } from "node:fs";
import type { Outcome } from "@chartrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ERROR_TABLE } from "./error-table.ts";
import { readOrderAnswer } from "./order-answer.ts";
import { STATUSES, type Status } from "./refusal.ts";
import { limitOf, orderOf } from "./sandbox.fixture.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const ORDER = orderOf();
const SUCCESS = {
  orderId: "61952647200",
  orderRequestId: ORDER.clientOrderId,
  executionReportStatus: "EXECUTION_REPORT_STATUS_NEW",
  lotsExecuted: "0",
  message: "",
};

function outcomeOf(status: number, body: unknown, headers: Record<string, string> = {}, order = ORDER): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readOrderAnswer({ kind: "answer", status, headers, text }, order, "kept", NOW_MS);
}

interface Listed {
  readonly type: Status;
  readonly message: string;
}
/** Every error that T-Invest lists, by number. */
const LISTED: Readonly<Record<string, Listed>> = JSON.parse(
  readFileSync(new URL("../../../sandbox/contracts/t-invest/api_errors.json", import.meta.url), "utf8"),
);

/** Returns the error with that number as the REST gateway writes it. */
function listed(number: number, message = LISTED[number]?.message ?? "", description: unknown = number) {
  const { http, code } = STATUSES[LISTED[number]?.type ?? "INVALID_ARGUMENT"];
  return [http, { code, message, description }] as const;
}

const rejected = (reason: string) => ({ kind: "rejected", reason, response: "kept" });
const unknown = { kind: "unknown", response: "kept" };

const EXAMPLES: readonly (readonly [number, object])[] = [
  [30034, rejected("INSUFFICIENT_FUNDS")],
  [30042, rejected("INSUFFICIENT_FUNDS")],
  [30049, rejected("VENUE_REFUSED")],
  [30051, rejected("MARGIN_OFF_AT_BROKER")],
  [30052, rejected("INSTRUMENT_NOT_TRADABLE")],
  [30057, unknown],
  [30068, rejected("ORDER_TYPE_FORBIDDEN")],
  [30078, rejected("PRICE_OFF_TICK")],
  [30079, rejected("MARKET_CLOSED")],
  [30081, rejected("ACCOUNT_BLOCKED")],
  [30092, rejected("MARKET_CLOSED")],
  [30095, rejected("NOTHING_EXECUTED")],
  [30096, rejected("REFUSED_FOR_NOW")],
  [30097, rejected("MARKET_CLOSED")],
  [30098, rejected("MARKET_CLOSED")],
  [30099, rejected("PRICE_OUT_OF_LIMITS")],
  [30101, rejected("INSTRUMENT_FORBIDDEN")],
  [30103, rejected("ORDER_TYPE_FORBIDDEN")],
  [30240, rejected("MARGIN_NOT_ALLOWED")],
  [40002, rejected("NO_RIGHTS")],
  [40003, rejected("CREDENTIALS_REFUSED")],
  [40004, rejected("ACCOUNT_BLOCKED")],
  [50002, rejected("INSTRUMENT_NOT_FOUND")],
  [50004, rejected("ACCOUNT_NOT_FOUND")],
  [50005, unknown],
  [70001, unknown],
  [70002, unknown],
  [70003, unknown],
  [80002, { kind: "throttled", reason: "VENUE_THROTTLED" }],
  [80003, rejected("CONFIRMATION_NEEDED")],
  [90001, rejected("CONFIRMATION_NEEDED")],
  [90002, rejected("INSTRUMENT_FORBIDDEN")],
  [90003, rejected("ORDER_VALUE_OUT_OF_LIMITS")],
];

test.each(EXAMPLES)("error %i is %o, whether its number is an integer or a string", (number, outcome) => {
  expect(LISTED).toHaveProperty(String(number));
  const [status, body] = listed(number);
  expect(outcomeOf(status, body)).toMatchObject(outcome);
  expect(outcomeOf(status, { ...body, description: String(number) })).toMatchObject(outcome);
});

test("every row has a source, and its numbers are listed with its status", () => {
  for (const { status, numbers, source } of ERROR_TABLE) {
    expect(source).not.toBe("");
    for (const number of numbers ?? []) expect(LISTED[number]?.type, String(number)).toBe(status);
  }
});

/**
 * Errors that PostOrder doesn't return: dates, candles, streams, stop orders, tasks, groups, transfers; from and to.
 */
const OF_OTHER_METHODS: readonly (readonly [number, number])[] = [
  [30001, 30007],
  [30009, 30014],
  [30023, 30023],
  [30029, 30033],
  [30036, 30041],
  [30043, 30045],
  [30048, 30048],
  [30050, 30050],
  [30053, 30054],
  [30056, 30056],
  [30058, 30067],
  [30069, 30070],
  [30084, 30084],
  [30086, 30091],
  [30105, 30108],
  [30210, 30220],
  [30222, 30226],
  [30228, 30228],
  [30230, 30233],
  [30235, 30235],
  [30238, 30238],
  [30241, 30252],
  [30256, 30258],
  [35001, 35001],
  [50005, 50013],
];

test("every error that PostOrder can return has a row", () => {
  const isForeign = (number: number) => OF_OTHER_METHODS.some(([from, to]) => from <= number && number <= to);
  const hasRow = (number: number, type: Status) =>
    ERROR_TABLE.some(({ status, numbers }) => status === type && (numbers?.includes(number) ?? true));
  const missing = Object.entries(LISTED)
    .filter(([number, { type }]) => !hasRow(Number(number), type) && !isForeign(Number(number)))
    .map(([number, { message }]) => `${number} ${message}`);
  expect(missing).toEqual([]);
});

test("an error whose HTTP or gRPC status isn't the one listed with it is unknown", () => {
  const statuses = Object.keys(STATUSES) as Status[];
  fc.assert(
    fc.property(
      fc.constantFrom(...EXAMPLES),
      fc.constantFrom(...statuses),
      fc.constantFrom(...statuses),
      (example, http, grpc) => {
        const [number] = example;
        const [status, body] = listed(number);
        const isListed = STATUSES[http].http === status && STATUSES[grpc].code === body.code;
        fc.pre(
          !isListed && http !== "RESOURCE_EXHAUSTED" && !(http === "UNAUTHENTICATED" && grpc === "UNAUTHENTICATED"),
        );
        expect(outcomeOf(STATUSES[http].http, { ...body, code: STATUSES[grpc].code }).kind).toBe("unknown");
      },
    ),
  );
});

test.each([
  ["Недостаточно средств для сделки", "INSUFFICIENT_FUNDS"],
  [
    "post order error: Tekushhaya czena dlya otkry`tiya korotkoj poziczii po TSLA ne mozhet by`t` nizhe 709.79 USD",
    "PRICE_OUT_OF_LIMITS",
  ],
  ["Цена сделки вне лимита", "PRICE_OUT_OF_LIMITS"],
  ["Сейчас эта сессия не идёт", "MARKET_CLOSED"],
  ["Некорректный шаг цены", "PRICE_OFF_TICK"],
  ["Сделка может привести к непокрытой позиции", "MARGIN_NOT_ALLOWED"],
  ["что-то ещё", "VENUE_REFUSED"],
])("the words of an error, or of a rejected order, give its reason: %s", (message, reason) => {
  expect(outcomeOf(...listed(30049, message))).toEqual(rejected(reason));
  const state = { ...SUCCESS, executionReportStatus: "EXECUTION_REPORT_STATUS_REJECTED", message };
  expect(outcomeOf(200, state)).toEqual(rejected(reason));
});

test.each(["Command timed out", "Внутренняя ошибка", "deadline exceeded"])(
  "an error whose words leave the order open is unknown: %s",
  (message) => {
    expect(outcomeOf(...listed(30049, message))).toMatchObject(unknown);
  },
);

// @covers V25
test.each(["NEW", "FILL", "PARTIALLYFILL"])(
  "pitfall 25: an order that is %s is accepted, which doesn't mean executed",
  (status) => {
    const answer = { ...SUCCESS, executionReportStatus: `EXECUTION_REPORT_STATUS_${status}` };
    expect(outcomeOf(200, answer)).toEqual({ kind: "accepted", response: "kept" });
  },
);

test("an order that ended at once with nothing executed was refused by the market; one that could rest was accepted", () => {
  const cancelled = (lotsExecuted: string) => ({
    ...SUCCESS,
    executionReportStatus: "EXECUTION_REPORT_STATUS_CANCELLED",
    lotsExecuted,
  });
  const resting = limitOf({}, { clientOrderId: ORDER.clientOrderId });
  const killed = limitOf({ timeInForce: "fillorkill" }, { clientOrderId: ORDER.clientOrderId });
  expect(outcomeOf(200, cancelled("0"))).toEqual(rejected("NOTHING_EXECUTED"));
  expect(outcomeOf(200, cancelled("0"), {}, killed)).toEqual(rejected("NOTHING_EXECUTED"));
  expect(outcomeOf(200, cancelled("2"), {}, killed)).toMatchObject({ kind: "accepted" });
  expect(outcomeOf(200, cancelled("0"), {}, resting)).toMatchObject({ kind: "accepted" });
});

test.each([
  ["another order's key", { ...SUCCESS, orderRequestId: crypto.randomUUID() }],
  ["no number", { ...SUCCESS, orderId: "" }],
  ["no status", { ...SUCCESS, executionReportStatus: undefined }],
  ["an unspecified status", { ...SUCCESS, executionReportStatus: "EXECUTION_REPORT_STATUS_UNSPECIFIED" }],
  [
    "a rejection of something executed",
    { ...SUCCESS, executionReportStatus: "EXECUTION_REPORT_STATUS_REJECTED", lotsExecuted: "1" },
  ],
  ["a list", [SUCCESS]],
  ["nothing", ""],
  ["half an answer", JSON.stringify(SUCCESS).slice(0, -9)],
  ["a page", "<html>success</html>"],
])("a 200 with %s doesn't prove an order: unknown", (_, body) => {
  expect(outcomeOf(200, body)).toMatchObject(unknown);
});

test("the key is also recognised in capitals", () => {
  expect(outcomeOf(200, { ...SUCCESS, orderRequestId: ORDER.clientOrderId.toUpperCase() }).kind).toBe("accepted");
});

test.each([
  [{ "x-ratelimit-reset": "17" }, 17_000],
  [{ "retry-after": "7" }, 7_000],
  [{}, undefined],
])("after too many requests, the order waits as long as T-Invest asks, %o", (headers, wait) => {
  expect(outcomeOf(429, "", headers)).toEqual({
    kind: "throttled",
    reason: "VENUE_THROTTLED",
    response: "kept",
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
});

test("a well-formed number that the table doesn't name is a refusal to be confirmed", () => {
  const body = { code: 3, message: "Order refused", description: 39_999 };
  const refusal = "400 INVALID_ARGUMENT 39999 Order refused";
  expect(outcomeOf(400, body)).toEqual({ ...unknown, cause: "HTTP 400, error 39999", refusal });
  expect(outcomeOf(400, { ...body, description: "39999" })).toMatchObject({ refusal });
});

test.each<[string, number, unknown]>([
  ["it says that the order exists", ...listed(30057)],
  ["the server failed", ...listed(70001)],
  ["its words leave the order open", ...listed(30049, "Command timed out")],
  ["its status contradicts it", 404, { code: 3, message: "Order refused", description: 39_999 }],
  ["it is a gateway's page", 400, "<html>Bad Request</html>"],
  ["it is a gateway's JSON", 400, { error: "Bad Request" }],
])("an answer is not a refusal to be confirmed when %s", (_, status, body) => {
  const outcome = outcomeOf(status, body);
  expect(outcome).toMatchObject(unknown);
  expect(outcome).not.toHaveProperty("refusal");
});

test("no answer outside the error table is a rejection or a reason to retry", () => {
  const status = fc.integer({ min: 100, max: 599 }).filter((one) => one !== 429);
  const number = fc.integer({ min: 10_000, max: 99_999 }).filter((one) => LISTED[one] === undefined);
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        code: fc.integer({ min: 0, max: 20 }).filter((one) => one !== 16),
        message: fc.string(),
        description: number,
      })
      .map((one) => JSON.stringify(one)),
    fc.constantFrom(...EXAMPLES).map(([one]) => JSON.stringify(listed(one)[1]).slice(0, -2)),
    fc.constantFrom(...EXAMPLES).map(([one]) => `<html>${JSON.stringify(listed(one)[1])}</html>`),
  );
  fc.assert(
    fc.property(status, body, (answered, text) => {
      expect(outcomeOf(answered, text).kind).toBe("unknown");
    }),
    { numRuns: 2_000 },
  );
});
