import { describe, expect, test } from "vitest";
import { openBinance, traderOf } from "../trader.fixture.ts";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a symbol of exchangeInfo, or a filter of it
type Json = any;
const named = (symbols: Json[]): string[] => symbols.map(({ symbol }) => symbol);

describe("exchangeInfo on spot", () => {
  test("without parameters it lists every symbol, including one that isn't trading", async () => {
    const { clock, trader } = await openBinance("BINANCE_SPOT");
    const { json } = await trader.send("GET", "/api/v3/exchangeInfo");
    expect([json.timezone, json.serverTime]).toEqual(["UTC", clock.ms]);
    expect(named(json.symbols)).toEqual(["BTCUSDT", "ETHUSDT", "DOGEUSDT", "BTCTRY", "WAVESUSDT"]);
    expect(json.symbols.map(({ status }: Json) => status)).toEqual([
      "TRADING",
      "TRADING",
      "TRADING",
      "TRADING",
      "BREAK",
    ]);
  });

  test("it lists what is requested: one symbol, several, or those with a status", async () => {
    const { trader } = await openBinance("BINANCE_SPOT");
    const listed = async (query: string) =>
      named((await trader.send("GET", `/api/v3/exchangeInfo?${query}`)).json.symbols);
    expect(await listed("symbol=ETHUSDT")).toEqual(["ETHUSDT"]);
    expect(await listed(`symbols=${encodeURIComponent('["DOGEUSDT","BTCUSDT"]')}`)).toEqual(["DOGEUSDT", "BTCUSDT"]);
    expect(await listed("symbolStatus=BREAK")).toEqual(["WAVESUSDT"]);
    expect(await listed("permissions=SPOT&symbolStatus=BREAK")).toEqual(["WAVESUSDT"]);
    expect(await listed("permissions=MARGIN")).toEqual([]);
  });

  test("an unknown symbol, an unreadable list and a bad combination are refused", async () => {
    const { trader } = await openBinance("BINANCE_SPOT");
    const code = async (query: string) => (await trader.send("GET", `/api/v3/exchangeInfo?${query}`)).json.code;
    expect(await code("symbol=BTCUSD")).toBe(-1121);
    expect(await code(`symbols=${encodeURIComponent('["BTCUSDT","BTCUSD"]')}`)).toBe(-1121);
    expect(await code("symbols=BTCUSDT")).toBe(-1100);
    expect(await code(`symbol=BTCUSDT&symbols=${encodeURIComponent('["BTCUSDT"]')}`)).toBe(-1128);
    expect(await code("symbol=BTCUSDT&symbolStatus=TRADING")).toBe(-1128);
    expect(await code("symbolStatus=OPEN")).toBe(-1122);
    expect(await code("ticker=BTCUSDT")).toBe(-1104);
  });

  test("a symbol's steps are in its filters, differ from its precisions, and are others for market orders", async () => {
    const { trader } = await openBinance("BINANCE_SPOT");
    const { json } = await trader.send("GET", "/api/v3/exchangeInfo?symbol=ETHUSDT&showPermissionSets=false");
    const [symbol] = json.symbols;
    const filter = (type: string) => symbol.filters.find(({ filterType }: Json) => filterType === type);
    expect([symbol.baseAssetPrecision, symbol.quotePrecision, symbol.permissionSets]).toEqual([8, 8, []]);
    expect(filter("PRICE_FILTER")).toMatchObject({ tickSize: "0.01000000", minPrice: "0.01000000" });
    expect(filter("LOT_SIZE")).toMatchObject({ stepSize: "0.00010000" });
    expect(filter("MARKET_LOT_SIZE")).toMatchObject({ stepSize: "0.00100000" });
    expect(filter("NOTIONAL")).toMatchObject({ minNotional: "5.00000000", applyMinToMarket: true });
  });
});

describe("price tickers on spot", () => {
  test("the price of one symbol, of several, or of all, without a time", async () => {
    const { trader } = await openBinance("BINANCE_SPOT");
    const ask = (query = "") => trader.send("GET", `/api/v3/ticker/price${query}`);
    const btc = { symbol: "BTCUSDT", price: "104250.37000000" };
    expect((await ask("?symbol=BTCUSDT")).json).toEqual(btc);
    expect((await ask(`?symbols=${encodeURIComponent('["DOGEUSDT","BTCUSDT"]')}`)).json).toEqual([
      { symbol: "DOGEUSDT", price: "0.16523000" },
      btc,
    ]);
    expect(named((await ask()).json)).toHaveLength(5);
    expect((await ask("?symbol=BTCUSD")).json.code).toBe(-1121);
  });

  test("one symbol has weight 2, all have weight 4", async () => {
    const { trader } = await openBinance("BINANCE_SPOT");
    const used = async (query: string) =>
      Number((await trader.send("GET", `/api/v3/ticker/price${query}`)).headers.get("x-mbx-used-weight-1m"));
    expect([await used("?symbol=BTCUSDT"), await used("")]).toEqual([2, 6]);
  });
});

describe("what a spot key can learn about itself", () => {
  test("the account is returned with or without empty balances", async () => {
    const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT");
    const { json } = await trader.get("/api/v3/account");
    expect(json).toMatchObject({ accountType: "SPOT", canTrade: true, permissions: ["SPOT"] });
    const poor = traderOf(sandbox, "BINANCE_SPOT", "no-money", "demo", clock);
    const free = async (fields: Record<string, string>) =>
      (await poor.get("/api/v3/account", fields)).json.balances.map((balance: Json) => balance.free);
    expect(await free({})).toEqual(Array.from({ length: 6 }, () => "0.00000000"));
    expect(await free({ omitZeroBalances: "true" })).toEqual([]);
  });

  const rights: readonly (readonly [Parameters<typeof traderOf>[1], Parameters<typeof traderOf>[2], object])[] = [
    ["BINANCE_SPOT", "pro", { enableSpotAndMarginTrading: true, enableFutures: false, enableWithdrawals: false }],
    ["BINANCE_SPOT", "read-only", { enableSpotAndMarginTrading: false, enableReading: true }],
    ["BINANCE_SPOT", "withdraw", { enableSpotAndMarginTrading: true, enableWithdrawals: true }],
    ["BINANCE_FUTURES", "pro", { enableSpotAndMarginTrading: false, enableFutures: true }],
    ["BINANCE_FUTURES", "read-only", { enableFutures: false }],
    ["BINANCE_FUTURES", "withdraw", { enableWithdrawals: true }],
  ];
  for (const [venue, name, expected] of rights) {
    test(`apiRestrictions say what the key ${name} of ${venue} may do`, async () => {
      const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT", { environment: "live" });
      const asker = traderOf(sandbox, venue, name, "live", clock);
      // The wallet is only on the spot host, for keys of both venues.
      const query = asker.signed();
      const response = await fetch(`${trader.url}/sapi/v1/account/apiRestrictions?${query}`, {
        headers: { "x-mbx-apikey": asker.apiKey },
      });
      expect(await response.json()).toMatchObject({ ipRestrict: false, ...expected });
    });
  }

  test("a key that works at both venues has the rights of both", async () => {
    const { sandbox, trader } = await openBinance("BINANCE_SPOT", { environment: "live", key: "admin" });
    sandbox.register({ venue: "BINANCE_FUTURES", environment: "live", account: trader.apiKey, secret: "other" });
    const { json } = await trader.get("/sapi/v1/account/apiRestrictions");
    expect(json).toMatchObject({ enableSpotAndMarginTrading: true, enableFutures: true });
  });

  test("the demo environment has no wallet, and spot refuses an order with a futures key", async () => {
    const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT");
    expect((await trader.get("/sapi/v1/account/apiRestrictions")).status).toBe(404);
    const otherUser = traderOf(sandbox, "BINANCE_FUTURES", "pro", "demo", clock);
    const query = otherUser.signed({ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" });
    const response = await fetch(`${trader.url}/api/v3/order?${query}`, {
      method: "POST",
      headers: { "x-mbx-apikey": otherUser.apiKey },
    });
    expect(await response.json()).toMatchObject({ code: -2015 });
    expect(sandbox.ledger.entries()).toEqual([]);
  });
});
