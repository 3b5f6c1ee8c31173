/** Orders at a venue that takes its time, or never answers. */
import { test } from "vitest";
import { SPEED, startHurriedServer } from "../../test/hurried-server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startHurriedServer({ settings: { ORDER_MAX_AGE_S: "20" } });

// @covers V26 E13
test.concurrent("pitfall 26: TradingView is answered while the venue is still silent", async ({ expect }) => {
  const trader = await linkTrader(server);
  server.sandbox.faults.set({ kind: "hang", account: trader.portfolio, times: 1 });
  expect((await trader.alert()).status).toBe(200);
  await expect.poll(async () => (await trader.orders())[0]?.stage).toBe("sending");
  await trader.ended(1);
});

test.concurrent("promise 3: orders of an account that was removed end REJECTED", async ({ expect }) => {
  const trader = await linkTrader(server);
  server.sandbox.faults.set({ kind: "latency", latencyMs: 4_000 / SPEED, account: trader.portfolio, times: 1 });
  await trader.alert();
  await trader.alert();
  await trader.user.api.post("/accounts/me/list", [{ id: trader.account, isDeleted: true }]);
  const [, second] = await trader.ended(2);
  expect(second).toMatchObject({ status: "REJECTED", reason: "ACCOUNT_DELETED" });
  expect((await trader.alert()).status).toBe(404);
});

// @covers P3
test.concurrent("promise 3: an order whose outcome stays unknown ends REJECTED as unknown, and is shown as unresolved meanwhile", async ({
  expect,
}) => {
  const trader = await linkTrader(server);
  server.sandbox.faults.set(
    { kind: "accept-then-drop", account: trader.portfolio },
    { kind: "5xx", operation: "find", account: trader.portfolio },
  );
  await trader.alert();
  await expect.poll(async () => (await trader.orders())[0]?.stage).toBe("unresolved");
  const [order] = await trader.ended(1);
  expect(order).toMatchObject({ status: "REJECTED", reason: "OUTCOME_UNKNOWN" });
  expect(trader.executed()).toHaveLength(1);
});
