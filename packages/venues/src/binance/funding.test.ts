/** What funding brought and cost, as reports read it. */
import { expect, test } from "vitest";
import { patient } from "../orders.fixture.ts";
import { QUICK, read } from "./following.fixture.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { atTheSandbox, FUTURES, keyOf, orderOf, SPOT } from "./sandbox.fixture.ts";

const trader = keyOf(FUTURES);
const DAY_MS = 24 * 60 * 60_000;

/** A trader who has been short since noon. */
async function atNoon() {
  const at = await atTheSandbox(FUTURES, { streams: QUICK });
  const noonMs = at.clock.nowMs;
  await at.binance.place(orderOf(FUTURES, { direction: "SELL", contracts: "0.02" }), trader, patient());
  const funding = (fromMs: number, toMs: number) => at.executions.funding?.({ fromMs, toMs }, trader, patient());
  return { ...at, noonMs, funding };
}

test("a short position gets its funding three times a day, each payment with an id of its own", async () => {
  const { clock, noonMs, funding } = await atNoon();
  clock.nowMs += DAY_MS;
  const at = (hours: number) => ({
    symbol: "BTCUSDT",
    ticker: "BTCUSDT.P",
    amount: "0.208621",
    currency: "USDT",
    atMs: noonMs + hours * 60 * 60_000,
  });
  const reading = await funding(noonMs, noonMs + DAY_MS);
  expect(reading).toMatchObject({ kind: "read", value: [at(4), at(12), at(20)] });
  const ids = reading?.kind === "read" ? reading.value.map(({ paymentId }) => paymentId) : [];
  expect(new Set(ids).size).toBe(3);
  expect(await funding(noonMs + 5 * 60 * 60_000, noonMs + 12 * 60 * 60_000), "both ends included").toMatchObject({
    value: [at(12)],
  });
});

test("more payments than one page holds are all read, each once", async () => {
  const { sandbox, clock, noonMs, funding } = await atNoon();
  const market = sandbox.market("BINANCE_FUTURES", "live");
  // Twelve contracts, three times a day, for eighty-nine days.
  for (const { instrument, quantityStep, fundingRate } of market.listings.values())
    if (fundingRate !== undefined)
      market.trade({ account: trader.apiKey, instrument, side: "BUY", quantity: quantityStep });
  clock.nowMs += 89 * DAY_MS;
  const all = market.fundingOf(trader.apiKey);
  expect(all.length).toBeGreaterThan(1_000);
  const reading = await funding(noonMs, clock.nowMs);
  const read = reading?.kind === "read" ? reading.value : [];
  expect(new Set(read.map(({ paymentId }) => paymentId)).size).toBe(all.length);
});

test("funding changes what the account holds, and the stream says so", async () => {
  const { executions, sandbox, clock } = await atNoon();
  clock.nowMs += 3.5 * 60 * 60_000;
  const reader = read(executions, trader);
  await reader.live();
  sandbox.market("BINANCE_FUTURES", "live").advance(0.5 * 60 * 60);
  await eventually(() => expect(reader.events).toEqual([{ kind: "holdings" }]), { interval: 5 });
});

test("a key that is refused is said so, and what can't be read is unknown, not nothing", async () => {
  const { sandbox, executions, noonMs, funding } = await atNoon();
  const expired = keyOf(FUTURES, "expired");
  const period = { fromMs: noonMs, toMs: noonMs + DAY_MS };
  expect(await executions.funding?.(period, expired, patient())).toEqual({
    kind: "refused",
    reason: "KEY_OR_ADDRESS_REFUSED",
  });
  sandbox.faults.set({ kind: "malformed", operation: "money", times: 1 });
  expect(await funding(noonMs, noonMs + DAY_MS)).toMatchObject({ kind: "unknown" });
});

test("spot has no funding", async () => {
  const { executions } = await atTheSandbox(SPOT);
  expect(executions.funding).toBeUndefined();
});
