import { describe, expect, test } from "vitest";
import { openBinance } from "../trader.fixture.ts";
import { connect } from "../user-stream.fixture.ts";

async function open() {
  const opened = await openBinance("BINANCE_FUTURES");
  const { trader } = opened;
  const listenKey = async (method = "POST") => (await trader.send(method, "/fapi/v1/listenKey")).json;
  const url = opened.sandbox.binanceFutures.demoStreamUrl;
  return { ...opened, listenKey, url };
}

describe("a futures stream's key", () => {
  test("is the same for all who ask with an API key, is prolonged by each, and ends for all", async () => {
    const { clock, listenKey } = await open();
    const first = await listenKey();
    clock.ms += 50 * 60_000;
    expect(await listenKey("PUT")).toEqual(first);
    clock.ms += 50 * 60_000;
    expect(await listenKey()).toEqual(first);
    clock.ms += 61 * 60_000;
    expect(await listenKey("PUT")).toEqual({ code: -1125, msg: "This listenKey does not exist." });
    const second = await listenKey();
    expect(second).not.toEqual(first);
    await listenKey("DELETE");
    expect(await listenKey("PUT")).toMatchObject({ code: -1125 });
  });

  // @covers V37
  test("once expired is announced on a socket that stays open, on which nothing more comes", async () => {
    const { clock, listenKey, trader, url } = await open();
    const { listenKey: key } = await listenKey();
    const stream = await connect(`${url}/private/ws/${key}`);
    clock.ms += 61 * 60_000;
    expect(await stream.until(1)).toEqual([{ e: "listenKeyExpired", E: clock.ms, listenKey: key }]);
    await trader.market();
    const later = await connect(`${url}/private/ws/${(await listenKey()).listenKey}`);
    await trader.market();
    await later.until(1);
    expect([stream.messages.length, stream.socket.readyState]).toEqual([1, stream.socket.OPEN]);
  });

  // @covers V35
  test("a dead one, and an address from before March 2026, open a socket that stays silent", async () => {
    const { listenKey, trader, url } = await open();
    const { listenKey: key } = await listenKey();
    const silent = [await connect(`${url}/private/ws/dead`), await connect(`${url}/ws/${key}`)];
    const live = await connect(`${url}/private/ws?listenKey=${key}`);
    await trader.market();
    await live.until(1);
    expect(silent.map(({ messages }) => messages)).toEqual([[], []]);
  });
});

test("a futures connection ends a day after its beginning by the venue's clock", async () => {
  const { sandbox, listenKey, url } = await open();
  const { listenKey: key } = await listenKey();
  const stream = await connect(`${url}/private/ws/${key}`);
  const closed = new Promise((resolve) => stream.socket.once("close", resolve));
  sandbox.market("BINANCE_FUTURES", "demo").advance(24 * 60 * 60 + 1);
  await closed;
  expect(stream.messages.map(({ e }) => e)).not.toContain("ACCOUNT_UPDATE");
});

describe("a futures account's events", () => {
  test("a market order is told as new, as traded twice over, and then with wallet and position", async () => {
    const { listenKey, trader, url } = await open();
    const stream = await connect(`${url}/private/stream?streams=${(await listenKey()).listenKey}`);
    await trader.market({ newClientOrderId: "ours", side: "SELL" });
    const [entered, lite, traded, account] = (await stream.until(4)).map(({ data }) => data);
    expect(entered).toMatchObject({ e: "ORDER_TRADE_UPDATE", o: { c: "ours", x: "NEW", X: "NEW", z: "0", t: 0 } });
    expect(traded).toMatchObject({
      e: "ORDER_TRADE_UPDATE",
      o: { c: "ours", x: "TRADE", X: "FILLED", z: "0.01", L: "104310.5", ap: "104310.5", n: "0.5215525", N: "USDT" },
    });
    expect(lite).toMatchObject({ e: "TRADE_LITE", c: "ours", t: traded.o.t, L: "104310.5", l: "0.01" });
    expect(account).toMatchObject({
      e: "ACCOUNT_UPDATE",
      a: { m: "ORDER", B: [{ a: "USDT" }], P: [{ s: "BTCUSDT", pa: "-0.01", ep: "104310.5", ps: "BOTH" }] },
    });
  });

  test("trades and positions are read as they were told, with the profit that each trade made", async () => {
    const { sandbox, trader } = await open();
    const market = sandbox.market("BINANCE_FUTURES", "demo");
    await trader.market({ newClientOrderId: "in", quantity: "0.02" });
    market.setPrice("BTCUSDT", "104320.5");
    await trader.market({ newClientOrderId: "out", side: "SELL", quantity: "0.01" });
    const { json: trades } = await trader.get("/fapi/v1/userTrades", { symbol: "BTCUSDT" });
    expect(trades.map(({ qty, realizedPnl }: Record<string, string>) => [qty, realizedPnl])).toEqual([
      ["0.02", "0"],
      ["0.01", "0.1"],
    ]);
    const { json: positions } = await trader.get("/fapi/v3/positionRisk");
    expect(positions).toMatchObject([{ symbol: "BTCUSDT", positionAmt: "0.01", unRealizedProfit: "0.10000000" }]);
    expect((await trader.get("/fapi/v3/balance")).json).toMatchObject([{ asset: "USDT", crossUnPnl: "0.10000000" }]);
  });
});
