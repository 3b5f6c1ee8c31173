import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

// @covers E13
test("with TRADINGVIEW_ONLY only alerts from TradingView's addresses are accepted, as reported by the trusted proxy", async () => {
  const server = await startServer({ settings: { TRADINGVIEW_ONLY: "on", TRUST_PROXY: "on" } });
  const trader = await linkTrader(server);
  expect((await trader.alert()).status).toBe(403);
  expect((await trader.alert(trader.message(), { "x-forwarded-for": "203.0.113.9" })).status).toBe(403);
  expect((await trader.alert(trader.message(), { "x-forwarded-for": "52.32.178.7, 203.0.113.9" })).status).toBe(403);
  expect((await trader.alert(trader.message(), { "x-forwarded-for": "203.0.113.9, 52.32.178.7" })).status).toBe(200);
});

// @covers E15
test("without TRUST_PROXY nobody can pretend to be TradingView", async () => {
  const server = await startServer({ settings: { TRADINGVIEW_ONLY: "on" } });
  const trader = await linkTrader(server);
  expect((await trader.alert(trader.message(), { "x-forwarded-for": "52.32.178.7" })).status).toBe(403);
});
