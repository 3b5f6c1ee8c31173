import { expect, test } from "vitest";
import { openSandbox } from "./trader.fixture.ts";

const FUTURE = { instrument: { symbol: "SI-12.26", exchange: "MOEX", instrumentGroup: "RFUD" } };

test("trades name their order and its comment, count lots and pieces, and derivatives have no commission", async () => {
  const { sandbox, trader } = await openSandbox();
  const { json: placed } = await trader.order("market", { quantity: 3, comment: "mine" });
  await trader.order("market", { ...FUTURE, side: "sell", quantity: 2 });
  const path = `/md/v2/Clients/MOEX/${trader.portfolio}`;
  const { json: trades } = await trader.get(`${path}/trades`);
  expect(trades).toMatchObject([
    { orderno: placed.orderNumber, comment: "mine", qty: 3, qtyUnits: 30, price: 302.15, side: "buy", symbol: "SBER" },
    { qty: 2, qtyUnits: 2, side: "sell", symbol: "SI-12.26", commission: null, comment: null },
  ]);
  // 3 lots of 10 at 302.15, at eight hundredths of a percent.
  expect([trades[0].volume, trades[0].commission]).toEqual([9064.5, 7.2516]);
  expect((await trader.get(`${path}/SI-12.26/trades`)).json).toEqual([trades[1]]);
  const fills = sandbox.market("ALOR_BROKER", "demo").fills();
  expect(trades.map(({ id }: { id: string }) => id)).toEqual(
    fills.map(({ sequence }) => String(4421925358 + sequence)),
  );
});

test("a session's trades are no longer listed in the next one, but in the history", async () => {
  const { sandbox, trader } = await openSandbox();
  await trader.order("market");
  const history = `/md/v2/Stats/MOEX/${trader.portfolio}/history/trades`;
  const path = `/md/v2/Clients/MOEX/${trader.portfolio}/trades`;
  const counts = async () => [(await trader.get(path)).json.length, (await trader.get(history)).json.length];
  expect(await counts()).toEqual([1, 0]);
  sandbox.market("ALOR_BROKER", "demo").advance(86_400);
  expect(await counts()).toEqual([0, 1]);
});

test("a position is what is settled and what will be: T0 lacks what was bought today, and short is negative", async () => {
  const { trader } = await openSandbox();
  await trader.order("market", { quantity: 3 });
  await trader.order("market", { ...FUTURE, side: "sell", quantity: 2 });
  const path = `/md/v2/Clients/MOEX/${trader.portfolio}/positions`;
  const { json: positions } = await trader.get(`${path}?withoutCurrency=true`);
  expect(positions).toMatchObject([
    { symbol: "SBER", qtyT0: 0, qtyT0Batch: 0, qtyTFuture: 30, qtyTFutureBatch: 3, avgPrice: 302.15, lotSize: 10 },
    { symbol: "SI-12.26", qtyT0: -2, qtyTFuture: -2, qtyTFutureBatch: -2, shortName: "SiZ6" },
  ]);
  expect((await trader.get(`${path}/SBER`)).json).toEqual(positions[0]);
  expect((await trader.get(`${path}/GAZP`)).status).toBe(404);
});

test("money is listed among the positions unless that is declined, and a closed position stays as zeros", async () => {
  const { trader } = await openSandbox();
  await trader.order("market");
  await trader.order("market", { side: "sell" });
  const { json } = await trader.get(`/md/v2/Clients/MOEX/${trader.portfolio}/positions`);
  const listed = json.map((row: { symbol: string; qtyTFuture: number; isCurrency: boolean }) => [
    row.symbol,
    row.isCurrency,
  ]);
  expect(listed).toEqual([
    ["SBER", false],
    ["RUB", true],
    ["USD", true],
  ]);
  expect(json[0]).toMatchObject({ qtyTFuture: 0, qtyTFutureBatch: 0 });
});

test("summary, risk and the derivatives' risk say what is free and what is blocked", async () => {
  const { sandbox, trader } = await openSandbox();
  const market = sandbox.market("ALOR_BROKER", "demo");
  market.fund(trader.portfolio, { RUB: "100000" });
  await trader.order("limit", { price: 290, quantity: 10 });
  const path = `/md/v2/Clients/MOEX/${trader.portfolio}`;
  // 100 pieces at 290, and the fee.
  const free = 100_000 - 29_000 - 23.2;
  expect((await trader.get(`${path}/summary`)).json).toMatchObject({
    buyingPower: free,
    initialMargin: 29_023.2,
    buyingPowerByCurrency: [{ currency: "RUB", buyingPower: free }],
  });
  expect((await trader.get(`${path}/fortsrisk`)).json).toMatchObject({ moneyFree: free, moneyBlocked: 29_023.2 });
  expect((await trader.get(`${path}/risk`)).json).toMatchObject({ clientType: "StandardRisk", riskStatus: "Ok" });
  const tooMuch = await trader.order("limit", { price: 290, quantity: 100 });
  expect([tooMuch.status, tooMuch.json.message]).toEqual([400, expect.stringContaining("Нехватка средств")]);
});

test("an estimate says what the account can afford, and what the order would cost", async () => {
  const { sandbox, trader } = await openSandbox();
  sandbox.market("ALOR_BROKER", "demo").fund(trader.portfolio, { RUB: "100000" });
  const { portfolio } = trader;
  const body = { portfolio, ticker: "SBER", exchange: "MOEX", price: 300, lotQuantity: 2, board: "TQBR" };
  const { json } = await trader.estimate(body);
  expect(json).toMatchObject({ notMarginQuantityToBuy: 33, quantityToBuy: 66, orderEvaluation: 6000, commission: 4.8 });
  expect((await trader.estimate({ ...body, ticker: "NOPE" })).status).toBe(404);
  expect((await trader.estimate({ ...body, portfolio: "D49001" })).status).toBe(403);
});

test("the market's status needs no token, and an unknown market has none", async () => {
  const { trader } = await openSandbox();
  expect((await trader.get("/md/status/MOEX/FORTS")).json).toEqual({ code: "FORTS", status: "open" });
  expect((await trader.get("/md/status/MOEX/NOPE")).status).toBe(500);
});

test("an order is expired by its session's end: listed as cancelled at that moment", async () => {
  const { sandbox, trader } = await openSandbox();
  await trader.order("limit", { price: 290 });
  sandbox.market("ALOR_BROKER", "demo").advance(86_400);
  const [order] = (await trader.orders()).json;
  expect(order).toMatchObject({ status: "canceled", endTime: "2026-11-20T20:50:00.0000000Z" });
  expect(order.updateTime).toBe(order.endTime);
});
