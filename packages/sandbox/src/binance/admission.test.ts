import { describe, expect, test } from "vitest";
import { signatureOf } from "./signed-request.ts";
import { BinanceTrader, openBinance, traderOf, type BinanceVenue } from "./trader.fixture.ts";

const VENUES: readonly BinanceVenue[] = ["BINANCE_SPOT", "BINANCE_FUTURES"];
const REJECTED = { code: -2015, msg: "Invalid API-key, IP, or permissions for action." };
const EARLY = { code: -1021, msg: "Timestamp for this request was 1000ms ahead of the server's time." };
const LATE = { code: -1021, msg: "Timestamp for this request is outside of the recvWindow." };

for (const venue of VENUES) {
  const base = venue === "BINANCE_SPOT" ? "/api/v3" : "/fapi/v1";
  const accountPath = venue === "BINANCE_SPOT" ? "/api/v3/account" : "/fapi/v3/account";

  describe(`keys at ${venue}`, () => {
    test("a missing key, and one that can't be a key, are refused for their format", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      for (const apiKey of ["", "with space", "a".repeat(65)]) {
        const odd = new BinanceTrader(venue, trader.url, { apiKey, secret: "any" }, clock);
        const { status, json } = await odd.market();
        expect([status, json]).toEqual([401, { code: -2014, msg: "API-key format invalid." }]);
      }
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    test("an unknown key, a revoked one and one used from elsewhere are refused in the same words, whatever the request", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      const unknown = new BinanceTrader(venue, trader.url, { apiKey: "a".repeat(64), secret: "any" }, clock);
      const otherUsers = [
        unknown,
        traderOf(sandbox, venue, "expired", "demo", clock),
        traderOf(sandbox, venue, "ip-bound", "demo", clock),
      ];
      for (const otherUser of otherUsers) {
        for (const answer of [
          await otherUser.market(),
          await otherUser.find({ orderId: 1 }),
          await otherUser.get(accountPath),
        ])
          expect([answer.status, answer.json]).toEqual([401, REJECTED]);
      }
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    test("a key bound to an address works from that address", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      sandbox.register({
        venue,
        environment: "demo",
        account: "bound",
        secret: "s",
        allowedIps: ["203.0.113.7", "127.0.0.1"],
      });
      const bound = new BinanceTrader(venue, trader.url, { apiKey: "bound", secret: "s" }, clock);
      expect((await bound.market()).status).toBe(200);
    });

    // @covers V27
    test("a key of one environment doesn't work in the other", async () => {
      const { sandbox, clock } = await openBinance(venue);
      const { apiUrl, demoApiUrl } = venue === "BINANCE_SPOT" ? sandbox.binanceSpot : sandbox.binanceFutures;
      for (const [name, environment, other] of [
        ["live", "live", demoApiUrl],
        ["demo", "demo", apiUrl],
      ] as const) {
        const key = sandbox.credentials.find(
          (one) => one.venue === venue && one.environment === environment && one.name === "pro",
        );
        const lost = new BinanceTrader(venue, other, { apiKey: key?.account ?? "", secret: key?.secret ?? "" }, clock);
        expect((await lost.market()).json, `a ${name} key on the other environment`).toEqual(REJECTED);
      }
      expect(sandbox.ledger.entries()).toEqual([]);
      expect((await traderOf(sandbox, venue, "pro", "live", clock).market()).status).toBe(200);
      expect(sandbox.ledger.entries()).toMatchObject([{ environment: "live" }]);
    });

    test("a read-only key can read, but can neither trade nor cancel", async () => {
      const { sandbox, trader } = await openBinance(venue, { key: "read-only" });
      expect((await trader.get(`${base}/openOrders`)).json).toEqual([]);
      expect((await trader.get(accountPath)).status).toBe(200);
      for (const { status, json } of [await trader.market(), await trader.cancel({ orderId: 1 })])
        expect([status, json]).toEqual([401, REJECTED]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    test("a key may be revoked or expire midway", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      const known = { venue, environment: "demo", account: trader.apiKey, secret: "s" } as const;
      const again = new BinanceTrader(venue, trader.url, { apiKey: trader.apiKey, secret: "s" }, clock);
      sandbox.register({ ...known, expiresAt: "2026-11-20T10:00:00Z" });
      expect((await again.market()).status).toBe(200);
      clock.ms += 30 * 60_000;
      expect((await again.market()).json).toEqual(REJECTED);
      sandbox.register(known);
      expect((await again.market()).status).toBe(200);
      sandbox.register({ ...known, revoked: true });
      expect((await again.market()).json).toEqual(REJECTED);
    });

    test("requests that aren't about an account need no key", async () => {
      const { trader } = await openBinance(venue);
      for (const path of ["ping", "time", "exchangeInfo"])
        expect((await fetch(`${trader.url}${base}/${path}`)).status).toBe(200);
    });

    test("an unknown route is answered with 404", async () => {
      const { trader } = await openBinance(venue);
      expect((await trader.get(`${base}/nothing`)).status).toBe(404);
    });
  });

  describe(`the clock at ${venue}`, () => {
    // @covers V27
    test("a timestamp is accepted from recvWindow ago to less than a second ahead", async () => {
      const { clock, trader } = await openBinance(venue);
      const now = clock.ms;
      const at = async (offset: number, recvWindow?: number) =>
        (await trader.find({ orderId: 1, recvWindow, timestamp: now + offset })).json;
      const good = { code: -2013, msg: "Order does not exist." };
      expect(await at(999)).toEqual(good);
      expect(await at(1000)).toEqual(EARLY);
      expect(await at(-5000)).toEqual(good);
      expect(await at(-5001)).toEqual(LATE);
      expect(await at(-60_000, 60_000)).toEqual(good);
      expect(await at(-101, 100)).toEqual(LATE);
    });

    test("recvWindow is at most a minute, and a plain number", async () => {
      const { trader } = await openBinance(venue);
      expect((await trader.find({ orderId: 1, recvWindow: 60_001 })).json.code).toBe(-1102);
      expect((await trader.find({ orderId: 1, recvWindow: "6e3" })).json.code).toBe(-1100);
      expect((await trader.find({ orderId: 1, timestamp: "now" })).json.code).toBe(-1100);
    });

    test("a venue whose clock is off reports its own time and judges by it; the ledger uses ours", async () => {
      const ms = Date.UTC(2026, 10, 20, 9, 30);
      const { sandbox, trader } = await openBinance(venue, { now: () => ms + 30_000 });
      const { serverTime } = (await trader.send("GET", `${base}/time`)).json;
      expect(serverTime).toBe(ms + 30_000);
      expect((await trader.market()).json).toEqual(LATE);
      expect((await trader.market({ timestamp: serverTime })).status).toBe(200);
      expect(sandbox.ledger.entries()).toMatchObject([{ receivedAt: "2026-11-20T09:30:00.000Z" }]);
    });
  });
}

test("spot accepts a fractional recvWindow and timestamps in microseconds, futures neither", async () => {
  for (const [venue, codes] of [
    ["BINANCE_SPOT", [-2013, -2013, -1100]],
    ["BINANCE_FUTURES", [-1100, -1021, -1100]],
  ] as const) {
    const { clock, trader } = await openBinance(venue);
    const answers = [
      await trader.find({ orderId: 1, recvWindow: "5000.125" }),
      await trader.find({ orderId: 1, timestamp: clock.ms * 1000 }),
      await trader.find({ orderId: 1, recvWindow: "5000.1255" }),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(codes);
  }
});

test("for a parameter in both places the query string's value counts; twice in one place is refused", async () => {
  const { sandbox, clock, trader } = await openBinance("BINANCE_SPOT");
  const body = `symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.01&timestamp=${clock.ms}`;
  sandbox.register({ venue: "BINANCE_SPOT", environment: "demo", account: "own", secret: "s" });
  const own = new BinanceTrader("BINANCE_SPOT", trader.url, { apiKey: "own", secret: "s" }, clock);
  const both = `${body}&signature=${signatureOf(`quantity=0.02${body}`, "s")}`;
  expect((await own.send("POST", "/api/v3/order?quantity=0.02", both)).status).toBe(200);
  expect(sandbox.ledger.entries()).toMatchObject([{ quantity: "0.02" }]);
  const twice = `${body}&quantity=0.02`;
  const again = await own.send("POST", "/api/v3/order", `${twice}&signature=${signatureOf(twice, "s")}`);
  expect(again.json).toEqual({ code: -1101, msg: "Duplicate values for a parameter detected." });
});

test("a body that isn't a form has no parameters", async () => {
  const { sandbox, trader } = await openBinance("BINANCE_SPOT");
  const response = await fetch(`${trader.url}/api/v3/order`, {
    method: "POST",
    headers: { "x-mbx-apikey": trader.apiKey, "content-type": "application/json" },
    body: trader.signed({ symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" }),
  });
  expect(await response.json()).toMatchObject({ code: -1102 });
  expect(sandbox.ledger.entries()).toEqual([]);
});
