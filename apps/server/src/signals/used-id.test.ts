/** Alerts with a repeated id, which TradingView's {{strategy.order.id}} makes a constant. */
import type { Order, OrderDetails, OrderVerdict } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { SettableClock } from "../../test/settable-clock.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";

const MINUTES_MS = 180_000;
const DAY_MS = 86_400_000;
const clock = new SettableClock();
const server = await startServer({ parts: { clock } });

const buy = (trader: Trader) => trader.alert(trader.message({ id: "Long" }));

/** Posts the alert that uses the id, and waits for its order to end before time passes, or it would expire. */
async function buyFirst(trader: Trader) {
  const answer = await buy(trader);
  await trader.ended(1);
  return answer;
}

/** Returns the account's refused orders, newest first. */
async function refused(trader: Trader): Promise<Order[]> {
  return (await trader.orders()).filter(({ status }) => status === "REJECTED");
}

async function detailsOf(trader: Trader, { id }: Order, language: "en" | "ru"): Promise<OrderDetails> {
  const { body } = await trader.user.api.get(`/orders/me/${id}`, { "accept-language": language });
  return body as OrderDetails;
}

test("an alert whose id an equal alert used minutes ago is refused, with advice on what to write instead", async () => {
  const trader = await linkTrader(server);
  const first = await buyFirst(trader);
  clock.pass(MINUTES_MS);
  const second = await buy(trader);
  expect(second).toMatchObject({ status: 200, body: { id: first.body.id } });
  const [order, ...more] = await trader.ended(2).then(() => refused(trader));
  expect(more).toEqual([]);
  expect(order).toMatchObject({ reason: "DUPLICATE_KEY", stage: "done", instrument: { ticker: "SBER" } });
  expect(trader.executed()).toHaveLength(1);

  if (!order) throw new Error("no refused order");
  const [english, russian] = [await detailsOf(trader, order, "en"), await detailsOf(trader, order, "ru")];
  for (const { verdict, problems } of [english, russian]) {
    expect(verdict).toBe("refused");
    expect(problems).toMatchObject([{ code: "ID_USED", field: "id", line: 1 }]);
    expect(problems[0]?.message).toContain(first.body.id);
    expect(problems[0]?.message).toContain("{{strategy.order.id}}");
    expect(problems[0]?.message).toContain("{{timenow}}");
  }
  expect(english.problems[0]?.message).toContain("leave id out");
  expect(russian.problems[0]?.message).toContain("уберите id");
});

test("a different message with a used id is refused, and the refusal names the order that used it", async () => {
  const trader = await linkTrader(server);
  const first = await buyFirst(trader);
  const other = await trader.alert(trader.message({ id: "Long", contracts: 2 }));
  expect(other).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
  const [order] = await trader.ended(2).then(() => refused(trader));
  expect(order?.reason).toBe("IDEMPOTENCY_KEY_REUSED");
  if (!order) throw new Error("no refused order");
  const { problems } = await detailsOf(trader, order, "en");
  expect(problems).toMatchObject([{ code: "ID_USED", message: expect.stringContaining(first.body.id) }]);
});

test("a resend of an alert with an id leaves only the one order", async () => {
  const trader = await linkTrader(server);
  const first = await buyFirst(trader);
  clock.pass(24_000);
  expect(await buy(trader)).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect(await trader.ended(1)).toMatchObject([{ id: first.body.id, status: "CREATED" }]);
});

test("the check reports a used id in the same words as the refused order, and doesn't free the id", async () => {
  const trader = await linkTrader(server);
  const check = async (change: object = {}, language = "en"): Promise<OrderVerdict> => {
    const message = trader.message({ id: "Long", ...change });
    return (await trader.user.api.post("/orders/validate", message, { "accept-language": language })).body;
  };
  expect(await check()).toMatchObject({ verdict: "ok", resendOf: null, objections: [] });
  const first = await buyFirst(trader);

  const resent = await check();
  expect(resent).toMatchObject({ verdict: "ok", resendOf: { id: first.body.id }, objections: [] });
  expect(resent.resendOf?.message).toContain("no second order");
  expect((await buy(trader)).body.id).toBe(first.body.id);
  const other = await check({ contracts: 2 });
  expect(other).toMatchObject({ verdict: "refused", objections: [{ code: "IDEMPOTENCY_KEY_REUSED", field: "id" }] });

  clock.pass(MINUTES_MS);
  const [english, russian] = [await check(), await check({}, "ru")];
  await buy(trader);
  const [order] = await trader.ended(2).then(() => refused(trader));
  if (!order) throw new Error("no refused order");
  for (const [said, language] of [
    [english, "en"],
    [russian, "ru"],
  ] as const) {
    const [reported] = (await detailsOf(trader, order, language)).problems;
    expect(said).toMatchObject({ verdict: "refused", resendOf: null });
    expect(said.objections).toEqual([{ ...reported, code: order.reason }]);
  }

  clock.pass(DAY_MS);
  expect(await check()).toMatchObject({ verdict: "ok", objections: [] });
  const [row] = await server.parts.database.query("select idempotency_key as id from signals where id = $1", [
    first.body.id,
  ]);
  expect(row).toEqual({ id: "Long" });
});

test("a flood of alerts with one id stores one refusal a minute", async () => {
  const trader = await linkTrader(server);
  await buyFirst(trader);
  clock.pass(MINUTES_MS);
  for (let index = 0; index < 5; index += 1) await buy(trader);
  expect(await refused(trader)).toHaveLength(1);
  clock.pass(61_000);
  for (const contracts of [2, 3, 4]) await trader.alert(trader.message({ id: "Long", contracts }));
  expect(await refused(trader)).toHaveLength(2);
});

test("an id is free again a day later", async () => {
  const trader = await linkTrader(server);
  await buyFirst(trader);
  clock.pass(DAY_MS - 60_000);
  await buy(trader);
  expect(await refused(trader)).toHaveLength(1);
  clock.pass(120_000);
  const later = await Promise.all([buy(trader), buy(trader), buy(trader)]);
  expect(new Set(later.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const orders = await trader.ended(3);
  expect(orders.filter(({ status }) => status === "CREATED")).toHaveLength(2);
  expect(orders.at(-1)?.id).toBe(later[0]?.body.id);
  expect(trader.executed()).toHaveLength(2);
});

test("an id that another process accepted is free again a day later by PostgreSQL's clock", async () => {
  const trader = await linkTrader(server);
  const first = await buyFirst(trader);
  const age = (ms: number) =>
    server.parts.database.query(
      "update signals set accepted_by = 0, received_at_database = received_at_database - $2 where id = $1",
      [first.body.id, ms * 1_000],
    );
  await age(DAY_MS - 60_000);
  expect((await buy(trader)).body.id).toBe(first.body.id);
  await age(60_000);
  expect((await buy(trader)).body.id).not.toBe(first.body.id);
});
