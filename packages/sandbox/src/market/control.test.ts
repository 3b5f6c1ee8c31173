/** The markets' control routes, on the control port and on every simulator's port. */
import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sandboxCredential, startSandbox } from "../index.ts";
import { NOON_MS, order } from "./market.fixture.ts";

const clock = { ms: NOON_MS };
const sandbox = await startSandbox({ now: () => clock.ms });
const HOSTS = [sandbox.controlUrl, ...Object.values(sandbox.alor), ...Object.values(sandbox.binanceSpot)];
const [control] = HOSTS;

const get = async (path: string, host = control): Promise<unknown> => (await fetch(`${host}/__sandbox/${path}`)).json();
async function post(path: string, body: unknown, host = control) {
  const answer = await fetch(`${host}/__sandbox/${path}`, { method: "POST", body: JSON.stringify(body) });
  return { status: answer.status, json: (await answer.json()) as { message?: string } };
}
const SBER = { venue: "ALOR_BROKER", instrument: "SBER" };
const alor = sandbox.market("ALOR_BROKER", "live");

beforeEach(() => {
  clock.ms = NOON_MS;
  sandbox.reset();
});

test("a trade by hand is a fill and a position, without a client order id, on every port", async () => {
  const trade = { ...SBER, environment: "demo", account: "D1", side: "SELL", quantity: "3" };
  const fill = {
    ...SBER,
    environment: "demo",
    account: "D1",
    clientOrderId: null,
    tradeId: "4421925359",
    side: "SELL",
    quantity: "3",
    price: "302.15",
    fee: "7.2516",
    at: "2026-11-23T12:00:00.000Z",
  };
  expect(await post("trade", trade, HOSTS[1])).toEqual({ status: 200, json: [fill] });
  const position = { ...SBER, environment: "demo", account: "D1", quantity: "-3", averagePrice: "302.15" };
  for (const host of HOSTS) {
    expect(await get("fills", host)).toEqual([fill]);
    expect(await get("positions", host)).toEqual([position]);
    expect(await get("working", host)).toEqual([]);
  }
});

test("what still works is listed with its kind, what is left of it and its trigger", async () => {
  alor.setVolume("SBER", "4");
  alor.place(order({ limit: "303" }));
  alor.place(
    order({ clientOrderId: "s", side: "SELL", kind: "stop", trigger: { condition: "falls-to", price: "290" } }),
  );
  const common = { ...SBER, environment: "live", account: "A" };
  expect(await get("working")).toEqual([
    { ...common, clientOrderId: "c1", kind: "order", side: "BUY", quantity: "6", price: "303", triggerPrice: null },
    { ...common, clientOrderId: "s", kind: "stop", side: "SELL", quantity: "10", price: null, triggerPrice: "290" },
  ]);
});

test("every venue shows fills, positions and what works with the same fields, as decimals in the messages' units", async () => {
  const decimal = expect.stringMatching(/^-?\d+(\.\d+)?$/);
  for (const { name: venue } of VENUE_MANIFESTS) {
    for (const environment of ["live", "demo"] as const) {
      sandbox.reset();
      const market = sandbox.market(venue, environment);
      const instrument = market.listings.has("SBER") ? "SBER" : "BTCUSDT";
      const common = { venue, environment, account: "A1", instrument };
      const quantity = "2";
      const [fill] = (await post("trade", { ...common, side: "buy", quantity })).json as unknown as object[];
      market.place(order({ ...common, clientOrderId: "ours", limit: "100", side: "BUY", quantity: "3" }));
      expect(await get("fills")).toEqual([fill]);
      expect(fill).toEqual({
        ...common,
        clientOrderId: null,
        tradeId: expect.stringMatching(/^\d+$/),
        side: "BUY",
        quantity,
        price: market.price(instrument),
        fee: decimal,
        at: "2026-11-23T12:00:00.000Z",
      });
      expect(await get("positions")).toEqual([{ ...common, quantity, averagePrice: market.price(instrument) }]);
      expect(await get("working")).toEqual([
        {
          ...common,
          clientOrderId: "ours",
          kind: "order",
          side: "BUY",
          quantity: "3",
          price: "100",
          triggerPrice: null,
        },
      ]);
    }
  }
});

test("volume is what the book will still fill, in all; null lifts that", async () => {
  const trade = async (quantity: string) =>
    (await post("trade", { ...SBER, account: "A1", side: "SELL", quantity })).json as unknown as { quantity: string }[];
  await post("market", { ...SBER, volume: "5" });
  expect((await trade("3")).map(({ quantity }) => quantity)).toEqual(["3"]);
  expect((await trade("3")).map(({ quantity }) => quantity)).toEqual(["2"]);
  expect(await trade("3")).toEqual([]);
  await post("market", { ...SBER, volume: null });
  expect((await trade("3")).map(({ quantity }) => quantity)).toEqual(["3"]);
});

test("funding has a rate that can be set where there is funding", async () => {
  const perpetual = { venue: "BINANCE_FUTURES", instrument: "BTCUSDT" };
  expect((await post("market", { ...perpetual, fundingRate: "-0.0002" })).status).toBe(200);
  const futures = sandbox.market("BINANCE_FUTURES", "live");
  await post("trade", { ...perpetual, account: "A1", side: "BUY", quantity: "1" });
  clock.ms += 8 * 60 * 60_000;
  expect(futures.fundingOf("A1")).toMatchObject([{ amount: "20.8621" }]);
  expect((await post("market", { ...SBER, fundingRate: "0.1" })).json.message).toBe("SBER has no funding");
});

test("a price is set in both environments, or in one; market data and orders follow it", async () => {
  expect(await post("market", { ...SBER, price: "310.5" })).toMatchObject({
    status: 200,
    json: [
      { environment: "live", price: "310.5" },
      { environment: "demo", price: "310.5" },
    ],
  });
  await post("market", { ...SBER, environment: "demo", price: "290" });
  const prices = async (url: string) =>
    ((await (await fetch(`${url}/md/v2/Securities/MOEX:SBER/quotes`)).json()) as { last_price: number }[])[0]
      ?.last_price;
  expect([await prices(sandbox.alor.apiUrl), await prices(sandbox.alor.demoApiUrl)]).toEqual([310.5, 290]);
  await post("market", { venue: "BINANCE_SPOT", instrument: "BTCUSDT", price: "90000" });
  const spot = await fetch(`${sandbox.binanceSpot.apiUrl}/api/v3/ticker/price?symbol=BTCUSDT`);
  expect(await spot.json()).toEqual({ symbol: "BTCUSDT", price: "90000.00000000" });
  await post("market", { venue: "BINANCE_FUTURES", instrument: "BTCUSDT", price: "91000" });
  const futures = await fetch(`${sandbox.binanceFutures.apiUrl}/fapi/v2/ticker/price?symbol=BTCUSDT`);
  expect(await futures.json()).toMatchObject({ symbol: "BTCUSDT", price: "91000" });
  await post("market", { venue: "TINKOFF", instrument: "SiZ6", price: "85000" });
  expect(sandbox.market("TINKOFF", "live").price("SiZ6")).toBe("85000");
});

test("T-Invest's last prices follow its market, in lots of two companies with one ticker", async () => {
  const { secret } = sandboxCredential("pro", "live", "TINKOFF");
  const call = async (method: string, body: object) => {
    const url = `${sandbox.tinkoff.apiUrl}/tinkoff.public.invest.api.contract.v1.${method}`;
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const uidOf = async (classCode: string) => {
    const wanted = { idType: "INSTRUMENT_ID_TYPE_TICKER", id: "T", classCode };
    const { instrument } = (await call("InstrumentsService/GetInstrumentBy", wanted)) as {
      instrument: { uid: string };
    };
    return instrument.uid;
  };
  await post("market", { venue: "TINKOFF", instrument: "T", price: "3000" });
  await post("market", { venue: "TINKOFF", instrument: "SPBX:T", price: "25.5" });
  const instrumentId = [await uidOf("TQBR"), await uidOf("SPBXM")];
  expect(await call("MarketDataService/GetLastPrices", { instrumentId })).toMatchObject({
    lastPrices: [{ price: { units: "3000", nano: 0 } }, { price: { units: "25", nano: 500_000_000 } }],
  });
});

test("a walk moves the price with time, and a set price stops it", async () => {
  await post("market", { ...SBER, walk: { seed: 7, stepsPerSecond: 10 } });
  clock.ms += 60_000;
  const walked = alor.price("SBER");
  expect(walked).not.toBe("302.15");
  clock.ms += 60_000;
  expect(alor.price("SBER")).not.toBe(walked);
  await post("market", { ...SBER, price: "302.15" });
  clock.ms += 60_000;
  expect(alor.price("SBER")).toBe("302.15");
});

test("the clock ends the session: orders of the day expire at 23:50 in Moscow", async () => {
  const placed = alor.place(order({ limit: "290", timeInForce: "day" }));
  const toTheEndS = (20 * 60 + 50 - 12 * 60) * 60;
  await post("clock", { advanceS: toTheEndS - 1 });
  expect(placed.state).toBe("working");
  const { json } = await post("clock", { advanceS: 1 });
  expect([json, placed.state]).toEqual([{ now: "2026-11-23T20:50:00.000Z" }, "expired"]);
});

test("every venue has a market in each environment, whose price steps and prices fit", () => {
  for (const { name: venue } of VENUE_MANIFESTS) {
    for (const environment of ["live", "demo"] as const) {
      const market = sandbox.market(venue, environment);
      expect(market.listings.size).toBeGreaterThan(4);
      for (const { instrument, price } of market.listings.values())
        expect(() => market.setPrice(instrument, price), `${venue} ${instrument}`).not.toThrow();
    }
  }
});

test("a lot is worth what the exchange says: the tick's value over the tick, for every kind", () => {
  const worth = (instrument: string) => alor.listings.get(instrument)?.unitValue;
  expect(["SBER", "RTS-12.26", "BR-1.27", "SU26238RMFS4", "CNYRUB_TOM", "AAPL"].map(worth)).toEqual([
    "10",
    "1.621",
    "810",
    "10",
    "1000",
    "1",
  ]);
});

const bad: readonly [string, string, object, RegExp][] = [
  [
    "two things at once",
    "market",
    { ...SBER, price: "300", volume: null },
    /one of price, walk, volume and fundingRate/,
  ],
  ["nothing to change", "market", SBER, /one of price, walk, volume and fundingRate/],
  ["a price off the tick", "market", { ...SBER, price: "300.005" }, /tick is 0.01/],
  ["a price that isn't text", "market", { ...SBER, price: 300 }, /price/],
  ["an instrument that isn't listed", "market", { ...SBER, instrument: "NYSE", price: "1" }, /NYSE isn't listed/],
  ["a venue without a market", "market", { venue: "NYSE", instrument: "SBER", price: "1" }, /NYSE has no market/],
  ["no quantity", "trade", { ...SBER, account: "D1", side: "BUY", quantity: "0" }, /quantity: must be above zero/],
  ["a clock that goes back", "clock", { advanceS: -1 }, /advanceS/],
];
for (const [what, path, body, message] of bad) {
  test(`a control body with ${what} is refused with a clear message`, async () => {
    const answer = await post(path, body);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(message)]);
  });
}

test("a sandbox may walk from its first second", async () => {
  const time = { ms: NOON_MS };
  const living = await startSandbox({ now: () => time.ms, walk: { seed: 1, stepsPerSecond: 2 } });
  onTestFinished(() => living.close());
  const at = (instrument: string) => living.market("ALOR_BROKER", "demo").price(instrument);
  time.ms += 600_000;
  expect([at("SBER"), at("GAZP")]).not.toEqual(["302.15", "128.4"]);
  expect(Math.abs(Number(at("SBER")) - 302.15)).toBeLessThan(30.3);
});
