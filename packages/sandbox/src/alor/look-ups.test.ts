import { describe, expect, test } from "vitest";
import { openSandbox, request } from "./trader.fixture.ts";

describe("look-ups", () => {
  test("an order is found by its comment in the list, and alone by its number", async () => {
    const { trader } = await openSandbox();
    const { json: placed } = await trader.order("market", { comment: "find-me" });
    const { json: listed } = await trader.orders();
    const { json: one } = await trader.get(`/md/v2/Clients/MOEX/${trader.portfolio}/orders/${placed.orderNumber}`);
    expect(listed).toEqual([one]);
    expect(one).toMatchObject({ id: placed.orderNumber, comment: "find-me", qty: 1, qtyUnits: 10, status: "filled" });
  });

  test("orders are listed only for the requested exchange", async () => {
    const { trader } = await openSandbox();
    await trader.order("market", { instrument: { symbol: "T", exchange: "SPBX", instrumentGroup: "SPBX" } });
    expect((await trader.orders("MOEX")).json).toEqual([]);
    expect((await trader.orders("SPBX")).json).toMatchObject([{ brokerSymbol: "SPBX:T" }]);
  });

  test("a missing order is answered with 404", async () => {
    const { trader } = await openSandbox();
    expect((await trader.get(`/md/v2/Clients/MOEX/${trader.portfolio}/orders/1`)).status).toBe(404);
  });

  test("a look-up without a token is answered with 401", async () => {
    const { trader } = await openSandbox();
    expect((await request(`${trader.apiUrl}/md/v2/Clients/MOEX/${trader.portfolio}/orders`)).status).toBe(401);
  });

  test("a format that isn't simulated is refused, not answered in another one", async () => {
    const { trader } = await openSandbox();
    expect((await trader.get(`/md/v2/Clients/MOEX/${trader.portfolio}/orders?format=Slim`)).status).toBe(501);
  });
});
