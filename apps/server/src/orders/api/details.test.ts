/**
 * What is shown of one order: its message and its times, and of a refused one what was wrong, in words and numbers, and
 * what was meant instead.
 */
import { MASKED_ACCOUNT_ID, VENUES, type OrderDetails, type VenueName } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader, type Trader } from "../../../test/trader.ts";

const server = await startServer();

/** Posts a message and returns the details of the order that it made, once that has ended. */
async function detailsOf(trader: Trader, message: object | string, headers = {}): Promise<OrderDetails> {
  const posted = typeof message === "string" ? message : JSON.stringify(message);
  const { body } = await trader.alert(posted, { "content-type": "text/plain" });
  await trader.ended((await trader.orders()).length);
  return (await trader.user.api.get(`/orders/me/${body.id}`, headers)).body as OrderDetails;
}

const MISSPELT: Readonly<Record<VenueName, readonly [string, string]>> = {
  TINKOFF: ["MOEX:SBRE", "SBER"],
  ALOR_BROKER: ["SBERR", "SBER"],
  BINANCE_SPOT: ["BINANCE:ETHUSTD", "ETHUSDT"],
  BINANCE_FUTURES: ["ETHUSD.P", "ETHUSDT.P"],
};

test.each(VENUES)(
  "%s: a misspelt ticker comes with the one that was meant, in a message that is taken",
  async (venue) => {
    const trader = await linkTrader(server, { venue });
    const [ticker, meant] = MISSPELT[venue];
    const { reason, corrections } = await detailsOf(trader, {
      ...trader.message(),
      ticker,
      contracts: venue === "BINANCE_FUTURES" ? 0.02 : 1,
    });
    expect([reason, corrections.map((correction) => correction.ticker)]).toEqual(["INSTRUMENT_NOT_FOUND", [meant]]);
    const message = corrections[0]?.message ?? "";
    // Whoever knows the account's id could post orders.
    expect(message).toContain(MASKED_ACCOUNT_ID);
    const { status } = await trader.user.api.post(
      "/orders/validate",
      message.replace(MASKED_ACCOUNT_ID, trader.account),
    );
    expect(status).toBe(200);
    const repeated = await detailsOf(trader, message.replace(MASKED_ACCOUNT_ID, trader.account));
    expect(repeated).toMatchObject({ status: "CREATED", corrections: [] });
  },
);

describe("at Alor", () => {
  test("a chain of contracts comes with the contracts, of which the reader chooses one", async () => {
    const trader = await linkTrader(server);
    const { corrections } = await detailsOf(trader, { ...trader.message(), ticker: "SI1!" });
    expect(corrections.map(({ ticker }) => ticker)).toEqual(["SiZ6", "SiH7"]);
    expect(corrections.map(({ message }) => JSON.parse(message).ticker)).toEqual(["SiZ6", "SiH7"]);
  });

  test("a ticker that resembles nothing, or is right, comes with no other", async () => {
    const trader = await linkTrader(server);
    expect((await detailsOf(trader, { ...trader.message(), ticker: "NOSUCH" })).corrections).toEqual([]);
    expect(await detailsOf(trader, trader.message())).toMatchObject({ status: "CREATED", corrections: [], rules: {} });
  });

  test("a message with a wrong name for a field comes corrected", async () => {
    const trader = await linkTrader(server);
    const { direction, ...others } = trader.message();
    const { reason, corrections } = await detailsOf(trader, { ...others, side: direction });
    expect(reason).toBe("BAD_MESSAGE");
    expect(corrections.map(({ ticker }) => ticker)).toEqual([null]);
    expect(JSON.parse(corrections[0]?.message ?? "")).toMatchObject({ direction, account: MASKED_ACCOUNT_ID });
  });

  test("our own refusal says which field breaks which bound, and puts no words into the venue's mouth", async () => {
    const trader = await linkTrader(server);
    const details = await detailsOf(trader, { ...trader.message(), type: "limit", price: 300.123 });
    expect(details).toMatchObject({ reason: "PRICE_OFF_TICK", rules: { field: "price", priceStep: "0.01" } });
    expect(details.venueWords).toBeNull();
  });

  test("a refusal of the venue's has the venue's words, and nothing of ours", async () => {
    const trader = await linkTrader(server, { insufficientFunds: true });
    const details = await detailsOf(trader, trader.message());
    expect(details).toMatchObject({ reason: "INSUFFICIENT_FUNDS", rules: {}, corrections: [] });
    expect(details.venueWords).toMatch(/\S/);
  });
});

test("an order's details have its message, what was made of it, and the latency of each segment, for its owner only", async () => {
  const trader = await linkTrader(server);
  const posted = `${JSON.stringify(trader.message()).slice(0, -1)},}`;
  const { body: accepted } = await trader.alert(posted, { "content-type": "text/plain" });
  await trader.ended(1);
  await expect.poll(async () => (await trader.orders())[0]?.execution?.state).toBe("filled");
  const [listedOrder] = await trader.orders();
  const { status, body } = await trader.user.api.get(`/orders/me/${accepted.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...listedOrder,
    isDemo: true,
    // Anyone who knows the account's id could post orders.
    body: posted.replace(trader.account, MASKED_ACCOUNT_ID),
    verdict: "repaired",
    problems: [],
    attempts: 1,
    extras: {},
  });
  expect(body.repairs).toEqual([expect.objectContaining({ code: expect.any(String), message: expect.any(String) })]);
  const { received, committed, sent, answered } = body.timeline;
  const legs = Object.fromEntries(body.legs.map(({ leg, us }: { leg: string; us: number }) => [leg, us]));
  expect(legs).toMatchObject({
    commit: committed - received,
    queue: sent - committed,
    venue: answered - sent,
    total: answered - received,
  });

  const otherUser = await server.signUp();
  expect((await otherUser.api.get(`/orders/me/${accepted.id}`)).status).toBe(404);
  expect((await trader.user.api.get("/orders/me/none")).status).toBe(422);
});

test("an order refused before anything leaves this machine has no sent or answered time", async () => {
  const trader = await linkTrader(server);
  const { body: refused } = await trader.alert(trader.message({ ticker: "NOSUCHTICKER" }));
  await trader.ended(1);
  const { body } = await trader.user.api.get(`/orders/me/${refused.id}`);
  expect(body).toMatchObject({ status: "REJECTED", reason: "INSTRUMENT_NOT_FOUND", attempts: 0 });
  expect(body.timeline).toMatchObject({ sent: null, answered: null });
  expect(body.legs.map(({ leg }: { leg: string }) => leg)).toEqual(["commit"]);
});

test("fields that aren't ours stay with the order: its details and the file have them", async () => {
  const trader = await linkTrader(server);
  const others = { comment: "early; entry", strategy: "Golden cross", bar: { close: 300.5, tags: ["a", null] } };
  const { status, body: accepted } = await trader.alert(JSON.stringify({ ...trader.message(), ...others }));
  expect(status).toBe(200);
  await trader.ended(1);
  const { body } = await trader.user.api.get(`/orders/me/${accepted.id}`);
  const bar = '{"close":300.5,"tags":["a",null]}';
  expect(body).toMatchObject({ status: "CREATED", extras: { comment: "early; entry", strategy: "Golden cross", bar } });
  const file = await fetch(`${server.url}/api/v1/orders/me/csv`, {
    headers: { authorization: `Bearer ${trader.user.token}` },
  });
  expect(await file.text()).toContain('"comment: early; entry; strategy: Golden cross; bar: {""close"":300.5,');
});

test("a refused message's details show where it was wrong, in the reader's language", async () => {
  const trader = await linkTrader(server);
  const { body: refused } = await trader.alert(trader.message({ contracts: "many" }));
  const { body } = await trader.user.api.get(`/orders/me/${refused.id}`, { "accept-language": "ru" });
  expect(body).toMatchObject({ verdict: "refused", reason: "BAD_MESSAGE", attempts: 0 });
  expect(body.problems).toEqual([
    expect.objectContaining({ field: "contracts", message: expect.stringMatching(/[а-я]/) }),
  ]);
});

test("what can be read of a refused message is in the order's columns, exactly as it was sent", async () => {
  const trader = await linkTrader(server);
  const price = "270.050000000000000001";
  await trader.alert(trader.message({ type: "limit", price, contracts: -5 }));
  await trader.alert(JSON.stringify(trader.message({ direction: "up" })).replace('"ticker"', '"tickr"'));
  await trader.alert(`${JSON.stringify(trader.message({ contracts: "0.10" })).slice(0, -1)}]`);
  const [one, other, broken] = await trader.ended(3);
  expect(one).toMatchObject({
    reason: "BAD_MESSAGE",
    direction: "BUY",
    type: "LIMIT",
    open: price,
    quantity: "-5",
    instrument: { exchange: "ALOR_BROKER", ticker: "SBER" },
    problem: { code: "NOT_POSITIVE", field: "contracts" },
  });
  expect(other).toMatchObject({ instrument: { ticker: "SBER" }, direction: null, type: "MARKET", open: null });
  expect(broken).toMatchObject({ instrument: { ticker: "SBER" }, direction: "BUY", quantity: "0.10" });
  const found = await trader.user.api.get("/orders/me/list?side=BUY&ticker=sber&reason=BAD_MESSAGE&sort=oldest");
  expect(found.body.content).toEqual([one, broken]);
});

test("a refused message's fields never show the account's id", async () => {
  const trader = await linkTrader(server);
  await trader.alert(trader.message({ ticker: trader.account, contracts: "many" }));
  const [order] = await trader.ended(1);
  expect(order?.instrument?.ticker).toBe(MASKED_ACCOUNT_ID);
});

test("an order says what its account is called, also after the account was renamed and deleted", async () => {
  const trader = await linkTrader(server);
  await trader.alert();
  const ending = trader.portfolio.slice(-4);
  const rename = (name: string) => trader.user.api.post("/accounts/me/list", [{ id: trader.account, name }]);
  const called = async () => {
    const [order] = await trader.ended(1);
    const { body } = await trader.user.api.get(`/orders/me/${order?.id}`);
    expect(body).toMatchObject({ accountName: order?.accountName, accountEnding: order?.accountEnding });
    return [order?.accountName, order?.accountEnding];
  };
  expect(await called()).toEqual([null, ending]);
  await rename("Scalping");
  expect(await called()).toEqual(["Scalping", ending]);
  await rename("Swing");
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, isDeleted: true }]);
  expect(await called()).toEqual(["Swing", ending]);
  const [head = "", line = ""] = (await trader.user.api.get("/orders/me/csv")).text.split("\r\n");
  const cell = (column: string) => line.split(",")[head.split(",").indexOf(column)];
  expect([cell("Account name"), cell("Key ending")]).toEqual(["Swing", ending]);
});
