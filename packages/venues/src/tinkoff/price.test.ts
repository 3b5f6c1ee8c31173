import { expect, test } from "vitest";
import { WITHOUT_PRICE } from "../faults.fixture.ts";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

test.each([
  ["SBER", "302.15", { value: "1", per: "1", currency: "RUB", kind: "price" }],
  // A point of a future is worth minPriceIncrementAmount / minPriceIncrement.
  ["RIZ6", "112340", { value: "16.21", per: "10", currency: "RUB", kind: "contract" }],
  // A bond is quoted in percent of its face value.
  ["SU26238RMFS4", "58.412", { value: "1000", per: "100", currency: "RUB", kind: "clean-price" }],
])("%s costs %s, with the time of the trade and what a point is worth", async (ticker, price, worth) => {
  const { tinkoff, clock } = await atTheSandbox();
  const any = { min: null, max: null };
  expect(await tinkoff.price(ticker, TRADER, patient())).toEqual({
    kind: "read",
    price,
    worth,
    readAtMs: clock.nowMs,
    tradedAtMs: clock.nowMs,
    values: { market: any, limit: any },
  });
});

test("a price is asked for once a second for all accounts, and a future's worth once an hour", async () => {
  const { tinkoff, clock, exchanges } = await atTheSandbox();
  const asked = (method: string) => exchanges.filter(({ url }) => url.endsWith(method)).length;
  await Promise.all([TRADER, keyOf("admin"), TRADER].map((key) => tinkoff.price("RIZ6", key, patient())));
  clock.nowMs += 999;
  await tinkoff.price("RIZ6", TRADER, patient());
  expect(asked("/GetLastPrices")).toBe(1);
  clock.nowMs += 1;
  await tinkoff.price("RIZ6", TRADER, patient());
  expect([asked("/GetLastPrices"), asked("/FutureBy")]).toEqual([2, 1]);
});

test.each([
  ["QIWI", "NO_MARKET_PRICE"],
  ["NOSUCH", "INSTRUMENT_NOT_FOUND"],
  ["SPBX:T", "OTHER_EXCHANGE"],
])("%s has no price: %s", async (ticker, reason) => {
  const { tinkoff } = await atTheSandbox();
  expect(await tinkoff.price(ticker, TRADER, patient())).toEqual({ kind: "unknown", reason });
});

test("a bond whose face value can't be asked for now, because orders come first, still has its price", async () => {
  const { tinkoff } = await atTheSandbox({ requestsPerSecond: 1_000 });
  // Half of the token's 200 questions about instruments are kept for orders.
  const unknown = Array.from({ length: 100 }, (_, index) => `NOSUCH${index}`);
  await Promise.all(unknown.map((ticker) => tinkoff.price(ticker, TRADER, patient())));
  const reading = await tinkoff.price("SU26238RMFS4", TRADER, patient());
  expect(reading).toMatchObject({ kind: "read", price: "58.412", worth: null });
});

test.each(WITHOUT_PRICE)("after %o there is no price: %s, and orders go on", async (fault, reason) => {
  const { sandbox, tinkoff } = await atTheSandbox({ timeouts: { priceMs: 200 } });
  await tinkoff.instrument("SBER", TRADER, patient());
  sandbox.faults.set(fault);
  expect(await tinkoff.price("SBER", TRADER, patient())).toEqual({ kind: "unknown", reason });
  expect((await tinkoff.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
});
