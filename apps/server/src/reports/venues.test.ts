/** Reports of real orders at the simulated venues, against what the venue itself did to the account's money. */
import type { Report, VenueName } from "@chartrelay/contract";
import { difference, product, rounded, signOf, sum } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { readEvents } from "../../test/event-reader.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader } from "../../test/trader.ts";
import { failingLog } from "../../test/retry-log.ts";
import { systemClock } from "../platform/clock.ts";
import { createFundingReading } from "./funding.ts";

const server = await startServer();
const { sandbox } = server;
const user = await server.signUp();
const HOUR_S = 3_600;

const reportOf = async (trader: Trader, query = ""): Promise<Report> =>
  (await user.api.get(`/reports/me?account=${trader.account}${query}`)).body;

/** What our fills hold cost, in money. */
async function costOf({ accountId }: Trader): Promise<string> {
  const [held] = await server.parts.database.query<{ cost: string }>(
    "select trim_scale(cost * unit_value)::text as cost from own_holdings where account_id = $1",
    [accountId],
  );
  return held?.cost ?? "0";
}

// @covers P9
test.each<[VenueName, ticker: string, instrument: string, currency: string, sold: string | number]>([
  ["ALOR_BROKER", "SBER", "SBER", "RUB", 2],
  // A future's points, of which each is worth more than a rouble.
  ["ALOR_BROKER", "RIZ6", "RTS-12.26", "RUB", 2],
  ["TINKOFF", "SBER", "SBER", "RUB", 2],
  ["TINKOFF", "RIZ6", "RIZ6", "RUB", 2],
  // The fee of a purchase is taken from the coins.
  ["BINANCE_SPOT", "BTCUSDT", "BTCUSDT", "USDT", "0.00199"],
  ["BINANCE_FUTURES", "BTCUSDT.P", "BTCUSDT", "USDT", "0.003"],
])(
  "promise 9: at %s, the report of bought and sold %s is what the account's money became, and an open page is told",
  async (venue, ticker, instrument, currency, sold) => {
    const trader = await linkTrader(server, { user, venue });
    const market = sandbox.market(venue, "demo");
    market.fund(trader.portfolio, { [currency]: "1000000" });
    const pages = await readEvents(server.url, user.token);
    const bought = venue === "BINANCE_SPOT" ? "0.002" : sold;
    const signalPrice = market.price(instrument);
    const named = { ticker, strategy: "Breakout", signalPrice };
    await trader.alert(trader.message({ ...named, contracts: bought }));
    await trader.ended(1);
    market.setPrice(instrument, sum(signalPrice, product(market.listings.get(instrument)?.tick ?? "", "7")));
    await trader.alert(trader.message({ ...named, direction: "sell", contracts: sold }));
    await trader.ended(2);
    await pages.first(({ name }) => name === "report");
    const fills = () => market.fillsOf(trader.portfolio);
    await expect.poll(async () => (await reportOf(trader)).totals[0]?.fills).toBe(fills().length);
    // Alor names no fee of derivatives.
    const hasFees = instrument !== "RTS-12.26";
    const untold = hasFees ? "0" : fills().reduce((fees, { fee }) => sum(fees, fee), "0");
    // Received and paid is what was earned, and what is still held has cost. T-Invest charges some time after the fill.
    await expect
      .poll(async () => {
        const money = market.balances(trader.portfolio).find(({ asset }) => asset === currency)?.total ?? "0";
        const earned = sum(sum(difference(money, "1000000"), untold), await costOf(trader));
        return rounded(difference((await reportOf(trader)).totals[0]?.net ?? "0", earned), 6);
      })
      .toBe("0");
    const { totals, strategies, uncounted, cost } = await reportOf(trader);
    expect(totals).toHaveLength(1);
    expect([signOf(totals[0]?.realised ?? "0"), signOf(totals[0]?.fees ?? "0")]).toEqual([1, hasFees ? 1 : 0]);
    expect(strategies).toEqual([expect.objectContaining({ strategy: "Breakout", net: totals[0]?.net, currency })]);
    expect([uncounted, cost.slippage[0]?.fills]).toEqual([0, fills().length]);
    pages.close();
  },
);

test("funding is counted for what our fills hold, each payment once, and what the trader holds by hand isn't", async () => {
  const trader = await linkTrader(server, { user, venue: "BINANCE_FUTURES" });
  const market = sandbox.market("BINANCE_FUTURES", "demo");
  await trader.alert(trader.message({ direction: "sell", contracts: "0.02" }));
  await expect.poll(async () => (await reportOf(trader)).totals[0]?.fills).toBe(1);
  market.trade({ account: trader.portfolio, instrument: "ETHUSDT", side: "BUY", quantity: "1" });
  market.advance(24 * HOUR_S);
  const paid = market.fundingOf(trader.portfolio);
  expect(new Set(paid.map(({ instrument }) => instrument)).size).toBe(2);
  const { venues, accountDirectory: accounts, platform } = server.app.http;
  const reading = createFundingReading({
    db: server.parts.database,
    venues,
    accounts,
    clock: { ...systemClock, nowMs: () => market.nowMs(), wait: async () => undefined },
    bus: platform.bus,
    log: failingLog,
  });
  await reading.read();
  await reading.read();
  const ours = paid.filter(({ instrument }) => instrument === "BTCUSDT").map(({ amount }) => amount);
  const to = `&to=${new Date(market.nowMs()).toISOString()}`;
  const { totals, instruments, days } = await reportOf(trader, to);
  expect(totals[0]?.funding).toBe(rounded(ours.reduce(sum, "0"), 8));
  expect(instruments.map(({ instrument: { ticker } }) => ticker)).toEqual(["BTCUSDT.P"]);
  expect(days.at(-1)?.running).toBe(totals[0]?.net);
  expect(totals[0]?.net).toBe(sum(product("-1", totals[0]?.fees ?? "0"), totals[0]?.funding ?? "0"));
});
