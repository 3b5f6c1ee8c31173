/** What changed a futures account's wallet, and the funding among it. */
import { expect, test } from "vitest";
import { openBinance } from "../trader.fixture.ts";
import { connect } from "../user-stream.fixture.ts";

const HOUR_MS = 3_600_000;
const INCOME = "/fapi/v1/income";

async function open() {
  const opened = await openBinance("BINANCE_FUTURES");
  const market = opened.sandbox.market("BINANCE_FUTURES", "demo");
  const income = async (fields = {}) => (await opened.trader.get(INCOME, fields)).json;
  return { ...opened, market, income };
}

test("funding, commission and profit are records of their own, oldest first, of a symbol and period if asked", async () => {
  const { clock, market, trader, income } = await open();
  await trader.market({ quantity: "0.02" });
  clock.ms += 8 * HOUR_MS;
  market.setPrice("BTCUSDT", "104320.5");
  await trader.market({ side: "SELL", quantity: "0.02" });
  const common = { symbol: "BTCUSDT", asset: "USDT" };
  expect(await income()).toMatchObject([
    { ...common, incomeType: "COMMISSION", income: "-1.04310500" },
    // 0.02 BTC at 104310.5, at a rate of 0.0001.
    { ...common, incomeType: "FUNDING_FEE", income: "-0.20862100", time: Date.UTC(2026, 10, 20, 16), tradeId: "" },
    { ...common, incomeType: "COMMISSION", income: "-1.04320500" },
    { ...common, incomeType: "REALIZED_PNL", income: "0.20000000" },
  ]);
  expect(await income({ incomeType: "FUNDING_FEE", symbol: "ETHUSDT" })).toEqual([]);
  expect(await income({ endTime: Date.UTC(2026, 10, 20, 15) })).toHaveLength(1);
  expect(await income({ limit: 1, page: 2 })).toMatchObject([{ incomeType: "FUNDING_FEE" }]);
  clock.ms += 8 * 24 * HOUR_MS;
  expect(await income(), "only the last week by default").toEqual([]);
  expect(await income({ startTime: 0, incomeType: "FUNDING_FEE" })).toHaveLength(1);
  clock.ms += 90 * 24 * HOUR_MS;
  expect(await income({ startTime: 0 }), "and never more than three months").toEqual([]);
});

test("a request that Binance would refuse is refused", async () => {
  const { income } = await open();
  expect(await income({ symbol: "NOSUCHUSDT" })).toMatchObject({ code: -1121 });
  expect(await income({ limit: 1_001 })).toMatchObject({ code: -1130 });
  expect(await income({ incomeType: "LUCK" })).toMatchObject({ code: -1130 });
});

test("the stream tells funding with the wallet and without a position", async () => {
  const { sandbox, clock, market, trader } = await open();
  await trader.market({ side: "SELL" });
  // Half an hour before the next.
  clock.ms = Date.UTC(2026, 10, 20, 15, 30);
  const { listenKey } = (await trader.send("POST", "/fapi/v1/listenKey")).json;
  const stream = await connect(`${sandbox.binanceFutures.demoStreamUrl}/private/ws/${listenKey}`);
  market.advance(1_800);
  const [told] = await stream.until(1);
  expect(told).toMatchObject({ e: "ACCOUNT_UPDATE", a: { m: "FUNDING_FEE", B: [{ a: "USDT", bc: "0.1043105" }] } });
  expect(told.a).not.toHaveProperty("P");
});
