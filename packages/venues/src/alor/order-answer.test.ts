import type { Outcome } from "@chartrelay/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ERROR_TABLE } from "./error-table.ts";
import { readOrderAnswer, reasonOf } from "./order-answer.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const SUCCESS = { message: "success", orderNumber: "18995978560" };

function outcomeOf(status: number, body: unknown, headers: Record<string, string> = {}): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readOrderAnswer({ kind: "answer", status, headers, text }, "kept", NOW_MS).outcome;
}

/** Returns the refusal in an unknown outcome. */
function refusalIn(status: number, body: unknown): string | undefined {
  const outcome = outcomeOf(status, body);
  return outcome.kind === "unknown" ? outcome.refusal : undefined;
}

const rejected = (reason: string) => ({ kind: "rejected", reason, response: "kept" });
const unknown = { kind: "unknown", response: "kept" };
const clearing = { kind: "throttled", reason: "CLEARING", response: "kept" };

const repeat = (statusCode: unknown, body: unknown) => ({
  message: "Request with such X-ALOR-REQID was already handled. We return the response to that request.",
  oldResponse: { statusCode, body },
});

/** At least one for each row of the table. */
const EXAMPLES: readonly [number, string | object, object][] = [
  [401, "", rejected("CREDENTIALS_REFUSED")],
  [403, "", rejected("NO_RIGHTS")],
  [403, { message: "Forbidden" }, rejected("NO_RIGHTS")],
  [404, { code: "NotFound (404)", message: "Security MOEX:X was not found" }, rejected("INSTRUMENT_NOT_FOUND")],
  [429, "<html>slow down</html>", { kind: "throttled", reason: "VENUE_THROTTLED" }],
  [400, { message: "Command Timeout" }, unknown],
  [400, { code: "CommandResponseTimeout (900)", message: "Недостаточно средств?" }, unknown],
  [400, { code: 408, message: "" }, unknown],
  [400, { code: "RevertNotGenerated" }, unknown],
  [400, { message: "Request with such X-ALOR-REQID was already handled." }, unknown],
  [400, { code: "ExchangeUndefinedError", message: "Сейчас проводится клиринг" }, clearing],
  [400, { code: "ExchangeUndefinedError", message: "Идёт КЛИРИНГ, попробуйте позже" }, clearing],
  [400, { message: "(133) Security is not currently trading" }, rejected("MARKET_CLOSED")],
  [400, { code: "ExchangeTradingIsStopped", message: "…" }, rejected("MARKET_CLOSED")],
  [400, { message: "Сейчас эта сессия не идет." }, rejected("MARKET_CLOSED")],
  [400, { code: "ExchangeUndefinedError", message: "(167) Minimum price step: 0.01" }, rejected("PRICE_OFF_TICK")],
  [
    400,
    { code: "InternalErrorWithPrices (409)", message: "Price must be less than or equal to 120" },
    rejected("PRICE_OUT_OF_LIMITS"),
  ],
  [400, { message: "Цена сделки вне лимита." }, rejected("PRICE_OUT_OF_LIMITS")],
  [
    400,
    { code: "OrderCreatesUncoveredRisk", message: "…инструменту, который недоступен в маржу" },
    rejected("UNCOVERED_NOT_ALLOWED"),
  ],
  [400, { code: "LowRiskMarginalForbidden" }, rejected("MARGIN_NOT_ALLOWED")],
  [400, { code: "413" }, rejected("MARGIN_NOT_ALLOWED")],
  [400, { message: "(579) Нехватка средств по лимитам клиента." }, rejected("INSUFFICIENT_FUNDS")],
  [400, { code: "NotEnoughCash (401)" }, rejected("INSUFFICIENT_FUNDS")],
  [
    400,
    { code: "OrderCreatesUncoveredRisk (400)", message: "Недостаточно свободных средств." },
    rejected("INSUFFICIENT_FUNDS"),
  ],
  [400, { message: "Неизвестный инструмент в заявке." }, rejected("INSTRUMENT_NOT_FOUND")],
  [400, { message: "Цена не кратна минимальному шагу цены." }, rejected("PRICE_OFF_TICK")],
  [400, { message: "…с флагом allowMargin" }, rejected("MARGIN_NOT_ALLOWED")],
  [400, { code: "InstrumentCantBeShortSelled (405)", message: "" }, rejected("UNCOVERED_NOT_ALLOWED")],
  [400, { code: "ClientBlocked", message: "" }, rejected("ACCOUNT_BLOCKED")],
  [400, { message: "PROHIBITION_CH" }, rejected("ACCOUNT_BLOCKED")],
  [400, { code: "InstrumentInBoardForbiddenForClient", message: "" }, rejected("INSTRUMENT_FORBIDDEN")],
  [400, { code: "InvalidComplexProductCategory (410)", message: "" }, rejected("INSTRUMENT_FORBIDDEN")],
  [
    400,
    "Provided json can't be properly deserialised, perhaps you made an error or forgot some field",
    rejected("VENUE_REFUSED"),
  ],
  [400, { message: "(144) Invalid quantity" }, rejected("QUANTITY_NOT_ALLOWED")],
  [400, { message: "BAD_FLAGS" }, rejected("VENUE_REFUSED")],
  [400, { code: "NoOrderPriceFound (411)" }, rejected("NO_MARKET_PRICE")],
  [400, { code: "ForbiddenOrderType (412)" }, rejected("ORDER_TYPE_FORBIDDEN")],
];

test.each(EXAMPLES)("HTTP %i %o", (status, body, outcome) => {
  expect(outcomeOf(status, body)).toMatchObject(outcome);
});

test("a rejected order's text in a list is read like a refusal's; unknown texts only say that the order was refused", () => {
  expect(reasonOf("Цена не кратна минимальному шагу цены.")).toBe("PRICE_OFF_TICK");
  expect(reasonOf("(579) Нехватка средств по лимитам клиента.")).toBe("INSUFFICIENT_FUNDS");
  for (const other of ["", "Заявка отклонена", "Command Timeout", "клиринг"])
    expect(reasonOf(other)).toBe("VENUE_REFUSED");
});

test("every row of the error table has an example, and every row has a source", () => {
  const sentOf = (body: string | object) => JSON.stringify(body).toLowerCase();
  const unshown = ERROR_TABLE.filter(
    ({ status = 400, codes, text }) =>
      !EXAMPLES.some(
        ([answered, body]) =>
          answered === status &&
          ((!codes && !text) ||
            text?.test(sentOf(body)) ||
            text?.test(JSON.stringify(body)) ||
            codes?.some((code) => sentOf(body).includes(code))),
      ),
  );
  expect(unshown).toEqual([]);
  for (const { source } of ERROR_TABLE) expect(source).not.toBe("");
});

test("a refusal that the table doesn't name is unknown, however well formed", () => {
  expect(outcomeOf(400, { code: "SomethingNew (777)", message: "Order refused" })).toMatchObject({
    ...unknown,
    cause: "HTTP 400",
  });
});

test("a well-formed refusal that the table doesn't name is recognised when it is repeated, and distinguished from others", () => {
  const said = { code: "SomethingNew (777)", message: "Order refused" };
  const refusal = refusalIn(400, said);
  expect(refusal).toBe("400 somethingnew Order refused");
  expect(refusalIn(400, repeat(400, said))).toBe(refusal);
  expect(refusalIn(400, repeat(400, JSON.stringify(said)))).toBe(refusal);
  expect(refusalIn(400, { ...said, message: "Order refused again" })).not.toBe(refusal);
  expect(refusalIn(422, said)).not.toBe(refusal);
});

test.each<[string, number, string | object]>([
  ["the table calls it unknown", 400, { message: "Command Timeout" }],
  ["it says that it was repeated, and not what came of it", 400, { ...repeat(400, ""), oldResponse: null }],
  ["it is a repeat's word alone", 400, { message: repeat(400, "").message }],
  ["it is a gateway's page", 400, "<html>Bad Request</html>"],
  ["it is half an answer", 400, '{"code":"SomethingNew (777)","mess'],
  ["it has no words", 400, {}],
  ["it is empty", 400, ""],
  ["the server failed", 500, { message: "Order refused" }],
  ["the server gave up waiting", 408, { message: "Order refused" }],
  ["it is no error", 202, { message: "Order refused" }],
])("an answer is not a refusal to be confirmed when %s", (_, status, body) => {
  expect(outcomeOf(status, body).kind).toBe("unknown");
  expect(refusalIn(status, body)).toBeUndefined();
});

test("a refusal's number is not taken from a name that the table doesn't know", () => {
  expect(outcomeOf(400, { code: "Unauthorized (401)", message: "" })).toMatchObject(unknown);
});

test.each([
  ["no order number", { message: "success" }],
  ["an empty order number", { message: "success", orderNumber: "" }],
  ["no success", { message: "ok", orderNumber: "1" }],
  ["a list", [SUCCESS]],
  ["nothing", ""],
  ["half an answer", '{"message":"success","orderNumber":"1899'],
  ["a page", "<html>success</html>"],
])("a 200 with %s doesn't prove an order: unknown", (_, body) => {
  expect(outcomeOf(200, body)).toMatchObject(unknown);
});

test.each([
  ["403", 403],
  ["404", 404],
])("a gateway's %s page isn't Alor's answer: unknown", (_, status) => {
  expect(outcomeOf(status, "<html><h1>Nope</h1></html>")).toMatchObject(unknown);
});

// @covers V4
test.each([
  ["success", repeat(200, SUCCESS), { kind: "accepted" }],
  ["success as a text", repeat(200, JSON.stringify(SUCCESS)), { kind: "accepted" }],
  [
    "a refusal as a text",
    repeat(400, "Provided json can't be properly deserialised, perhaps you made an error"),
    rejected("VENUE_REFUSED"),
  ],
  ["a refusal", repeat(400, { message: "(579) Нехватка средств по лимитам клиента." }), rejected("INSUFFICIENT_FUNDS")],
  ["a repeat", repeat(400, repeat(200, SUCCESS)), { kind: "accepted" }],
  ["a timeout", repeat(400, { message: "Command Timeout" }), unknown],
  ["a 502", repeat(502, ""), unknown],
  ["no status", repeat(undefined, SUCCESS), unknown],
  ["nothing", { message: "already handled", oldResponse: null }, unknown],
])("pitfall 4: a repeat counts as its old answer: %s", (_, body, outcome) => {
  expect(outcomeOf(400, body)).toMatchObject(outcome);
});

test("an endlessly nested old answer is unknown", () => {
  let body: unknown = SUCCESS;
  for (let depth = 0; depth < 50; depth += 1) body = repeat(400, body);
  expect(outcomeOf(400, body)).toMatchObject(unknown);
});

test.each([
  ["7", 7_000],
  [new Date(NOW_MS + 90_000).toUTCString(), 90_000],
  [new Date(NOW_MS - 90_000).toUTCString(), 0],
  ["soon", undefined],
])("Retry-After: %s", (value, wait) => {
  expect(outcomeOf(429, "", { "retry-after": value })).toEqual({
    kind: "throttled",
    reason: "VENUE_THROTTLED",
    response: "kept",
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
});

/** Answers that no row names: their letters occur in none of the table's texts and names. */
const nonsense = fc.stringMatching(/^[ZQXzqx\d \-{}"<:]{0,40}$/).filter((text) => !/^\s*\d{1,3}\s*$/.test(text));
const anyBody = fc.oneof(
  nonsense,
  fc.json(),
  fc.record({ code: nonsense, message: nonsense }, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
  fc.record({ message: nonsense, code: fc.integer({ min: 1000 }) }).map((body) => JSON.stringify(body)),
  nonsense.map((text) => `<html>${text}</html>`),
  fc.constantFrom(...EXAMPLES.map(([, body]) => JSON.stringify(body))).map((text) => text.slice(0, -2)),
);
const handled = new Set([401, 403, 404, 429]);
const anyStatus = fc.integer({ min: 100, max: 599 }).filter((status) => !handled.has(status));

test("no answer outside the error table is a rejection or a reason to retry", () => {
  fc.assert(
    fc.property(anyStatus, anyBody, (status, body) => {
      fc.pre(typeof readsAs(body) !== "string");
      expect(outcomeOf(status, body).kind).toBe("unknown");
    }),
    { numRuns: 2_000 },
  );
});

test("the table's texts mean nothing with another status", () => {
  fc.assert(
    fc.property(
      anyStatus.filter((status) => status !== 400),
      fc.constantFrom(...EXAMPLES),
      (status, [, body]) => {
        expect(outcomeOf(status, body).kind).toBe("unknown");
      },
    ),
  );
});

test("no old answer outside the error table is a rejection either", () => {
  fc.assert(
    fc.property(anyStatus, anyBody, (status, body) => {
      fc.pre(typeof readsAs(body) !== "string");
      expect(outcomeOf(400, repeat(status, body)).kind).toBe("unknown");
    }),
    { numRuns: 2_000 },
  );
});

/** Reads a body as JSON. A JSON string is read as a message; fast-check's may contain any word. */
function readsAs(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
