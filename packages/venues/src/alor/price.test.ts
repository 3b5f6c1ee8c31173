import { expect, test } from "vitest";
import { WITHOUT_PRICE } from "../faults.fixture.ts";
import { atTheSandbox, keyOf, orderOf, patient, TRADER } from "./sandbox.fixture.ts";

test.each([
  ["SBER", "302.15", { value: "1", per: "1", currency: "RUB", kind: "price" }],
  ["SPBX:AAPL", "254.6", { value: "1", per: "1", currency: "USD", kind: "price" }],
  // A point of a future is worth pricestep / minstep roubles.
  ["RIZ6", "112340", { value: "16.21", per: "10", currency: "RUB", kind: "contract" }],
  ["CRZ6", "11.684", { value: "1", per: "0.001", currency: "RUB", kind: "contract" }],
  // A bond is quoted in percent of its face value.
  ["SU26238RMFS4", "58.412", { value: "1000", per: "100", currency: "RUB", kind: "clean-price" }],
])("%s costs %s, with the time of the trade and what a point is worth", async (ticker, price, worth) => {
  const { alor, clock } = await atTheSandbox();
  const any = { min: null, max: null };
  expect(await alor.price(ticker, TRADER, patient())).toEqual({
    kind: "read",
    price,
    worth,
    readAtMs: clock.nowMs,
    tradedAtMs: clock.nowMs,
    values: { market: any, limit: any },
  });
});

test("a price is asked for with a token, once a second for all accounts of an environment", async () => {
  const { alor, clock, exchanges } = await atTheSandbox();
  const asked = () => exchanges.filter(({ url }) => url.includes("/quotes"));
  await Promise.all([TRADER, keyOf("admin"), TRADER].map((key) => alor.price("SBER", key, patient())));
  expect(asked()).toHaveLength(1);
  expect(asked()[0]?.requestHeaders["authorization"]).toMatch(/^Bearer /);
  clock.nowMs += 999;
  await alor.price("MOEX:SBER", TRADER, patient());
  expect(asked()).toHaveLength(1);
  clock.nowMs += 1;
  await alor.price("SBER", TRADER, patient());
  expect(asked()).toHaveLength(2);
});

test.each([
  ["QIWI", "NO_MARKET_PRICE"],
  ["NOSUCH", "INSTRUMENT_NOT_FOUND"],
  ["a/b", "NOT_A_TICKER"],
])("%s has no price: %s", async (ticker, reason) => {
  const { alor } = await atTheSandbox();
  expect(await alor.price(ticker, TRADER, patient())).toEqual({ kind: "unknown", reason });
});

test.each(WITHOUT_PRICE)("after %o there is no price: %s, and orders go on", async (fault, reason) => {
  const { sandbox, alor } = await atTheSandbox({ timeouts: { priceMs: 200 } });
  await alor.instrument("SBER", TRADER, patient());
  sandbox.faults.set(fault);
  expect(await alor.price("SBER", TRADER, patient())).toEqual({ kind: "unknown", reason });
  expect((await alor.place(orderOf(), TRADER, patient())).kind).toBe("accepted");
});
