import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

test("the operator's metrics show alerts, outcomes by venue, and the latency of an order's segments", async () => {
  const server = await startServer();
  const trader = await linkTrader(server);
  await trader.alert();
  await trader.alert(trader.message({ ticker: "NOSUCH" }));
  await trader.alert(trader.message({ contracts: 0 }));
  await server.api().post("/orders", { account: "nobody" });
  await trader.ended(3);
  const metrics = await server.app.metrics.registry.metrics();
  for (const line of [
    'chartrelay_alerts_total{verdict="inserted"} 2',
    'chartrelay_alerts_total{verdict="bad_message"} 1',
    'chartrelay_alerts_total{verdict="unknown_account"} 1',
    'chartrelay_orders_total{venue="ALOR_BROKER",status="CREATED",reason=""} 1',
    'chartrelay_orders_total{venue="ALOR_BROKER",status="REJECTED",reason="INSTRUMENT_NOT_FOUND"} 1',
    'chartrelay_order_leg_seconds_count{venue="ALOR_BROKER",leg="commit"} 2',
    "chartrelay_orders_waiting 0",
    "chartrelay_ready 1",
    "chartrelay_partitions_owned 64",
  ]) {
    expect(metrics.split("\n")).toContain(line);
  }
  expect(metrics).toMatch(/^chartrelay_database_queries_waiting\{pool="\w+"\} \d+$/m);
});
