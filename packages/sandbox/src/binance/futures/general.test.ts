import { describe, expect, test } from "vitest";
import { openBinance } from "../trader.fixture.ts";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a symbol of exchangeInfo, or a filter of it
type Json = any;

async function symbols(): Promise<Map<string, Json>> {
  const { trader } = await openBinance("BINANCE_FUTURES");
  const { json } = await trader.send("GET", "/fapi/v1/exchangeInfo");
  return new Map(json.symbols.map((symbol: Json) => [symbol.symbol, symbol]));
}

describe("exchangeInfo at futures", () => {
  test("perpetuals, a dated contract and one that is settling are listed", async () => {
    const listed = await symbols();
    expect([...listed].map(([name, { contractType, status }]) => [name, contractType, status])).toEqual([
      ["BTCUSDT", "PERPETUAL", "TRADING"],
      ["ETHUSDT", "PERPETUAL", "TRADING"],
      ["1000PEPEUSDT", "PERPETUAL", "TRADING"],
      ["DOGEUSDT", "PERPETUAL", "TRADING"],
      ["YFIUSDT", "PERPETUAL", "TRADING"],
      ["BTCUSDT_261225", "CURRENT_QUARTER", "TRADING"],
      ["WAVESUSDT", "PERPETUAL", "SETTLING"],
    ]);
    // Two contracts on one pair: only their names and types tell them apart.
    expect(listed.get("BTCUSDT_261225").pair).toBe("BTCUSDT");
  });

  test("precisions are neither ticks nor steps: those are in the filters", async () => {
    const { pricePrecision, quantityPrecision, filters } = (await symbols()).get("BTCUSDT");
    const filter = (type: string) => filters.find(({ filterType }: Json) => filterType === type);
    expect([pricePrecision, quantityPrecision]).toEqual([2, 4]);
    expect(filter("PRICE_FILTER").tickSize).toBe("0.10");
    expect(filter("LOT_SIZE").stepSize).toBe("0.001");
    expect(filter("MIN_NOTIONAL")).toEqual({ filterType: "MIN_NOTIONAL", notional: "100" });
  });

  test("exchangeInfo accepts no parameters", async () => {
    const { trader } = await openBinance("BINANCE_FUTURES");
    expect((await trader.send("GET", "/fapi/v1/exchangeInfo?symbol=BTCUSDT")).json.code).toBe(-1104);
  });
});

describe("price tickers at futures", () => {
  test("the price of one symbol, or of all, with the time of the trade", async () => {
    const { clock, trader } = await openBinance("BINANCE_FUTURES");
    const ask = (query = "") => trader.send("GET", `/fapi/v2/ticker/price${query}`);
    const btc = { symbol: "BTCUSDT", price: "104310.5", time: clock.ms };
    expect((await ask("?symbol=BTCUSDT")).json).toEqual(btc);
    expect((await ask()).json).toContainEqual(btc);
    expect((await ask("?symbol=BTCUSD")).json.code).toBe(-1121);
  });
});

test("the account is returned in both forms; what it may do concerns the account, not the key", async () => {
  const { trader } = await openBinance("BINANCE_FUTURES", { key: "read-only" });
  expect((await trader.get("/fapi/v3/account")).json).toMatchObject({
    availableBalance: "1000000000.00000000",
    positions: [],
  });
  expect((await trader.get("/fapi/v2/account")).json).toMatchObject({ canWithdraw: true });
  expect((await trader.get("/fapi/v1/accountConfig")).json).toMatchObject({ canTrade: true, dualSidePosition: false });
});

test("algoOrder, to which conditional orders moved, isn't simulated: its route is unknown", async () => {
  const { trader } = await openBinance("BINANCE_FUTURES");
  expect((await trader.post("/fapi/v1/algoOrder", { symbol: "BTCUSDT" })).status).toBe(404);
});
