import { expect, test } from "vitest";
import { WITHOUT_PRICE } from "../faults.fixture.ts";
import { patient } from "../orders.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, MARKETS, orderOf, SPOT } from "./sandbox.fixture.ts";

test("spot: the last price, without the time of its trade, and what an order may be worth", async () => {
  const { binance, clock } = await atTheSandbox(SPOT);
  expect(await binance.price("BINANCE:BTCUSDT", keyOf(SPOT), patient())).toEqual({
    kind: "read",
    price: "104250.37",
    worth: { value: "1", per: "1", currency: "USDT", kind: "price" },
    readAtMs: clock.nowMs,
    tradedAtMs: null,
    values: { market: { min: "5", max: null }, limit: { min: "5", max: "9000000" } },
  });
});

test("spot: a minimum that isn't for market orders isn't said of them", async () => {
  const { binance } = await atTheSandbox(SPOT);
  expect(await binance.price("BTCTRY", keyOf(SPOT), patient())).toMatchObject({
    worth: { currency: "TRY" },
    values: { market: { min: null }, limit: { min: "10" } },
  });
});

test("futures: the last price with its time; its money is a contract's value", async () => {
  const { binance, clock } = await atTheSandbox(FUTURES);
  expect(await binance.price("BTCUSDT.P", keyOf(FUTURES), patient())).toEqual({
    kind: "read",
    price: "104310.5",
    worth: { value: "1", per: "1", currency: "USDT", kind: "contract" },
    readAtMs: clock.nowMs,
    tradedAtMs: clock.nowMs,
    values: { market: { min: "100", max: null }, limit: { min: "100", max: null } },
  });
});

test.each(MARKETS)("$market: a price is asked for once a second for all accounts", async (market) => {
  const { binance, clock, exchanges } = await atTheSandbox(market);
  const asked = () => exchanges.filter(({ url }) => url.includes("/ticker/price")).length;
  const [one, other] = [keyOf(market), keyOf(market, "admin")];
  await Promise.all([one, other, one].map((key) => binance.price(market.ticker, key, patient())));
  clock.nowMs += 999;
  await binance.price(market.ticker, one, patient());
  expect(asked()).toBe(1);
  clock.nowMs += 1;
  await binance.price(market.ticker, one, patient());
  expect(asked()).toBe(2);
});

test.each(MARKETS)("$market: a ticker that names nothing has no price", async (market) => {
  const { binance } = await atTheSandbox(market);
  const reading = await binance.price("BTCUSD", keyOf(market), patient());
  expect(reading).toEqual({ kind: "unknown", reason: "INSTRUMENT_NOT_FOUND" });
});

test.each(WITHOUT_PRICE)("after %o there is no price: %s", async (fault, reason) => {
  const { sandbox, binance } = await atTheSandbox(SPOT, { timeouts: { priceMs: 200 } });
  await binance.instrument(SPOT.ticker, keyOf(SPOT), patient());
  sandbox.faults.set(fault);
  expect(await binance.price(SPOT.ticker, keyOf(SPOT), patient())).toEqual({ kind: "unknown", reason });
});

test.each(MARKETS)("$market: prices stop while there is weight left for questions and orders", async (market) => {
  const limit = { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 100 } as const;
  const { binance, clock } = await atTheSandbox(market, {}, { rateLimits: [limit] });
  const key = keyOf(market);
  const readings = [];
  for (let second = 0; second < 50; second += 1) {
    readings.push(await binance.price(market.ticker, key, patient()));
    clock.nowMs += 1_000;
  }
  expect(readings[0]?.kind).toBe("read");
  expect(readings.at(-1)).toEqual({ kind: "unknown", reason: "VENUE_THROTTLED" });
  expect((await binance.preview(orderOf(market), key, patient())).kind).toBe("ready");
  expect((await binance.place(orderOf(market), key, patient())).kind).toBe("accepted");
});
