import { MASKED_ACCOUNT_ID } from "@chartrelay/contract";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";
import type { FailpointName } from "../platform/failpoint.ts";

/** Called at each failpoint; set by the tests that need it. */
let onPoint: (point: FailpointName) => void = () => undefined;
const server = await startServer({ parts: { failpoint: (point) => onPoint(point) } });

describe("accepting an alert", () => {
  // @covers P1 S7.30
  test("promise 1: when the answer is 2xx, the row is committed", async () => {
    const trader = await linkTrader(server);
    let answered = false;
    const seen: boolean[] = [];
    onPoint = (point) => point === "commit.after" && seen.push(answered);
    const answer = await trader.alert().finally(() => (answered = true));
    onPoint = () => undefined;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: expect.any(String), status: "NEW" });
    expect(seen).toEqual([false]);
    const rows = await server.parts.database.query("select status from orders where id = $1", [answer.body.id]);
    expect(rows).toHaveLength(1);
  });

  // @covers P1 E17
  test("promise 1: an alert that can't be committed is answered 503, never 504, and reaches no venue", async () => {
    const trader = await linkTrader(server);
    onPoint = (point) => {
      if (point === "commit.before") throw Object.assign(new Error("Connection terminated"), { code: "57P01" });
    };
    const answer = await trader.alert();
    onPoint = () => undefined;
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe("storage_unavailable");
    expect(await trader.orders()).toEqual([]);
    expect((await trader.alert()).status).toBe(200);
    await trader.ended(1);
    expect(trader.executed()).toHaveLength(1);
  });

  // @covers P2 F5
  test("promise 2: a resend after a lost answer makes no second order", async () => {
    const trader = await linkTrader(server);
    await loseTheAnswer(trader.message());
    await trader.ended(1);
    const resent = await trader.alert();
    expect(resent.status).toBe(200);
    const [order, ...more] = await trader.ended(1);
    expect(more).toEqual([]);
    expect(resent.body.id).toBe(order?.id);
    expect(trader.executed()).toHaveLength(1);
  });

  test("promise 2: after the resend is answered, the next equal alert is a new one", async () => {
    const trader = await linkTrader(server);
    await loseTheAnswer(trader.message());
    await trader.ended(1);
    const resent = await trader.alert();
    await resendMarked(resent.body.id);
    const further = await trader.alert();
    expect(further.body.id).not.toBe(resent.body.id);
    await trader.ended(2);
    expect(trader.executed()).toHaveLength(2);
  });

  test("two equal alerts that are both answered 200 make two orders", async () => {
    const trader = await linkTrader(server);
    const answers = [await trader.alert(), await trader.alert()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await trader.ended(2);
    expect(trader.executed()).toHaveLength(2);
  });

  test("equal alerts that arrive at the same moment make one order each", async () => {
    const trader = await linkTrader(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => trader.alert()));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(10);
    await trader.ended(10);
    expect(trader.executed()).toHaveLength(10);
  });

  test.each([
    ["an Idempotency-Key header", {}, { "idempotency-key": "alert-1" }],
    ["an id in the message", { id: "alert-1" }, {}],
  ])("promise 2: with %s the same alert makes one order, however often it arrives", async (_, fields, headers) => {
    const trader = await linkTrader(server);
    const message = trader.message(fields);
    const first = await trader.alert(message, headers);
    const again = await Promise.all(Array.from({ length: 5 }, () => trader.alert(message, headers)));
    expect(new Set([first, ...again].map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    await trader.ended(1);
    expect(trader.executed()).toHaveLength(1);
  });

  test("a message with an id that a different message used is refused, stored and explained", async () => {
    const trader = await linkTrader(server);
    await trader.alert(trader.message({ id: "one", contracts: 1 }));
    const reused = await trader.alert(trader.message({ id: "one", contracts: 2 }));
    expect(reused.status).toBe(409);
    expect(reused.body.code).toBe("idempotency_key_reused");
    const [, refused] = await trader.ended(2);
    expect(refused).toMatchObject({ status: "REJECTED", reason: "IDEMPOTENCY_KEY_REUSED" });
    expect(trader.executed()).toHaveLength(1);
  });

  test("JSON is accepted as text, as JSON, and as a form with a stray equals sign", async () => {
    const trader = await linkTrader(server);
    const text = JSON.stringify(trader.message());
    for (const [body, type] of [
      [text, "text/plain; charset=utf-8"],
      [text, "application/json"],
      [`${text}=`, "application/x-www-form-urlencoded"],
      [`${encodeURIComponent(text)}=`, "application/x-www-form-urlencoded"],
    ] as const) {
      expect((await trader.alert(body, { "content-type": type })).status).toBe(200);
    }
    await trader.ended(4);
    expect(trader.executed()).toHaveLength(4);
  });
});

describe("a bad alert", () => {
  // @covers P3
  test("promise 3: it is stored with its body and explained by line and column", async () => {
    const trader = await linkTrader(server);
    const body = `{"account":"${trader.account}",\n "ticker":"SBER";}`;
    const answer = await trader.alert(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "bad_message",
      detail: "The message was refused: line 2, column 17: ; doesn't belong here",
      problems: [{ code: "UNEXPECTED_CHARACTER", field: "syntax", line: 2, column: 17 }],
    });
    const [order] = await trader.orders();
    expect(order).toMatchObject({ id: answer.body.id, status: "REJECTED", stage: "done", reason: "BAD_MESSAGE" });
    const [row] = await server.parts.database.query<{ body: Uint8Array }>("select body from signals where id = $1", [
      order?.id,
    ]);
    expect(Buffer.from(row?.body ?? []).toString()).toBe(body.replace(trader.account, MASKED_ACCOUNT_ID));
    expect(trader.executed()).toEqual([]);
  });

  test("it is explained in the language of the request", async () => {
    const trader = await linkTrader(server);
    const answer = await trader.alert(trader.message({ contracts: 0 }), { "accept-language": "ru-RU,ru;q=0.9" });
    expect(answer.body.problems[0].message).toBe("contracts: должно быть больше нуля");
  });

  test.each([
    ["a field that would change the order", { stoploss: 1 }, "PROTECTION_NOT_SUPPORTED", "stoploss"],
    ["a field of ours misspelt", { tickr: "GAZP" }, "MISNAMED_FIELD", "tickr"],
    ["a wrong type", { contracts: [1] }, "WRONG_TYPE", "contracts"],
    ["no ticker", { ticker: "" }, "EMPTY_VALUE", "ticker"],
    [
      "a placeholder that TradingView left",
      { contracts: "{{strategy.order.contracts}}" },
      "UNRESOLVED_PLACEHOLDER",
      "contracts",
    ],
    ["a limit order without a price", { type: "limit" }, "MISSING_FIELD", "price"],
    ["a NUL in the ticker", { ticker: "SB\u0000ER" }, "CONTROL_CHARACTER", "ticker"],
  ])("%s is refused by name", async (_, fields, code, field) => {
    const trader = await linkTrader(server);
    const { status, body } = await trader.alert(trader.message(fields));
    expect(status).toBe(400);
    expect(body.problems).toContainEqual(expect.objectContaining({ code, field }));
  });

  test("an alert for an account that doesn't exist is answered 404 and stored nowhere", async () => {
    const trader = await linkTrader(server);
    const count = async () =>
      (await server.parts.database.query<{ n: number }>("select count(*)::int as n from orders"))[0]?.n;
    const before = await count();
    const answer = await trader.alert(trader.message({ account: "0123456789abcdefghjkmnpqrs" }));
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe("unknown_account");
    expect(await count()).toBe(before);
  });

  test.each([
    ["an empty body", "", 400],
    ["no object", "[]", 400],
    ["deep nesting", "[".repeat(60_000), 400],
    ["bad UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ["__proto__", '{"__proto__":{"account":"x"}}', 400],
    ["10 MB", "x".repeat(10 * 1024 * 1024), 413],
  ])("%s gets a 4xx with a code", async (_, body, status) => {
    const answer = await server.api().post("/orders", body);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toMatch(/^[a-z_]+$/);
  });

  test("bad UTF-8 for a known account is kept byte for byte, except for the account's id", async () => {
    const trader = await linkTrader(server);
    const bodyFor = (account: string) =>
      Buffer.concat([Buffer.from(`{"account":"${account}","ticker":"`), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await trader.alert(bodyFor(trader.account))).status).toBe(400);
    const [order] = await trader.orders();
    const [row] = await server.parts.database.query<{ body: Uint8Array }>("select body from signals where id = $1", [
      order?.id,
    ]);
    expect(Buffer.from(row?.body ?? []).equals(bodyFor(MASKED_ACCOUNT_ID))).toBe(true);
  });
});

/** Posts a message and breaks the connection while the row is being committed, like a proxy that gives up. */
async function loseTheAnswer(message: unknown): Promise<void> {
  const body = JSON.stringify(message);
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const posted = request(`${server.url}/api/v1/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  posted.on("error", () => undefined).on("close", resolve);
  onPoint = (point) => {
    if (point === "commit.before") posted.destroy();
  };
  posted.end(body);
  await gone;
  onPoint = () => undefined;
}

/** Waits until the record says that the resend's 2xx was sent. */
async function resendMarked(id: string): Promise<void> {
  await expect
    .poll(() => server.parts.database.query("select id from signals where id = $1 and not answer_lost", [id]))
    .toHaveLength(1);
}
