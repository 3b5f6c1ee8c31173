import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import type { FaultInput } from "../faults.ts";
import { openBinance, type BinanceVenue } from "./trader.fixture.ts";

const VENUES: readonly BinanceVenue[] = ["BINANCE_SPOT", "BINANCE_FUTURES"];
const UNKNOWN = "Unknown error, please check your request or try again later.";
const TIMEOUT = "Timeout waiting for response from backend server. Send status unknown; execution status unknown.";
const RESPONSE = "An unexpected response was received from the message bus. Execution status unknown.";
const EXEMPT =
  "Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.";
const OVERLOADED = "Server is currently overloaded with other requests. Please try again in a few minutes.";
const AGAIN = "Internal error; unable to process your request. Please try again.";
const GONE = "This service is no longer available.";

for (const venue of VENUES) {
  const isSpot = venue === "BINANCE_SPOT";

  describe(`faults of the connection at ${venue}`, () => {
    const lost: readonly [string, FaultInput, number][] = [
      ["accept-then-drop executes", { kind: "accept-then-drop" }, 1],
      ["drop executes nothing", { kind: "drop" }, 0],
    ];
    for (const [what, fault, executions] of lost) {
      test(`${what}, and sends no answer`, async () => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set(fault);
        await expect(trader.market({ newClientOrderId: "lost" })).rejects.toThrow("fetch failed");
        expect(sandbox.ledger.entries()).toHaveLength(executions);
        expect((await trader.find({ origClientOrderId: "lost" })).status).toBe(executions === 1 ? 200 : 400);
      });
    }

    for (const executed of [true, false]) {
      test(`hang never answers, with the order ${executed ? "" : "not "}executed`, async () => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set({ kind: "hang", executed });
        const patience = new AbortController();
        const waiting = trader.market({}, patience.signal);
        await eventually(() => expect(sandbox.calls.count({ venue, operation: "order" })).toBe(1));
        patience.abort();
        await expect(waiting).rejects.toThrow("aborted");
        expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
      });
    }

    test.each([true, false])(
      "an unlisted refusal is sent whether the order was accepted or not: %s",
      async (executed) => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set({ kind: "unlisted-refusal", executed });
        expect((await trader.market({ newClientOrderId: "odd" })).json.code).toBe(-9777);
        expect((await trader.find({ origClientOrderId: "odd" })).status).toBe(executed ? 200 : 400);
        expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
      },
    );

    test("a delayed answer arrives late", async () => {
      const { sandbox, trader } = await openBinance(venue);
      sandbox.faults.set({ kind: "latency", latencyMs: 60, executed: true });
      const start = performance.now();
      expect((await trader.market()).status).toBe(200);
      expect(performance.now() - start).toBeGreaterThanOrEqual(59);
    });
  });

  describe(`faults of the answer at ${venue}`, () => {
    const unknown = [
      ["unknown-error", 503, -1000, UNKNOWN],
      ["timeout", isSpot ? 504 : 408, -1007, TIMEOUT],
      ["unexpected-response", 500, -1006, RESPONSE],
    ] as const;
    for (const [variant, status, code, msg] of unknown) {
      for (const executed of [true, false]) {
        test(`${variant} says that the outcome is unknown, with the order ${executed ? "" : "not "}executed`, async () => {
          const { sandbox, trader } = await openBinance(venue);
          sandbox.faults.set({ kind: "outcome-unknown", variant, executed });
          const answer = await trader.market({ newClientOrderId: "which" });
          expect([answer.status, answer.json]).toEqual([status, { code, msg }]);
          expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
          expect((await trader.find({ origClientOrderId: "which" })).status).toBe(executed ? 200 : 400);
        });
      }
    }

    const turnedAway = [
      ["unavailable", -1000, "Service Unavailable."],
      ["internal-error", -1001, AGAIN],
      ["throttled", -1008, isSpot ? OVERLOADED : EXEMPT],
      ["maintenance", -1016, GONE],
    ] as const;
    for (const [variant, code, msg] of turnedAway) {
      // @covers V27
      test(`${variant} says that nothing was done, and nothing was`, async () => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set({ kind: "turned-away", variant, times: 1 });
        const answer = await trader.market();
        expect([answer.status, answer.json]).toEqual([503, { code, msg }]);
        expect(sandbox.ledger.entries()).toEqual([]);
        expect((await trader.market()).status).toBe(200);
      });
    }

    test("a body may lack its code", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      sandbox.faults.set(
        { kind: "outcome-unknown", coded: false, executed: true, times: 1 },
        { kind: "turned-away", coded: false, times: 1 },
      );
      const answers = [await trader.market(), await trader.market()];
      const body = { timestamp: clock.ms, path: trader.orderPath };
      expect(answers.map(({ status, json }) => [status, json])).toEqual([
        [503, { ...body, msg: UNKNOWN }],
        [503, { ...body, msg: "Service Unavailable." }],
      ]);
      expect(sandbox.ledger.entries()).toHaveLength(1);
    });

    for (const status of [500, 502, 503, 504] as const) {
      test(`${status} is sent as Binance's JSON or a gateway's page`, async () => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set({ kind: "5xx", status, times: 1 }, { kind: "accept-then-5xx", status, times: 1 });
        const [json, html] = [await trader.market(), await trader.market()];
        expect([json.status, json.json]).toEqual([status, { code: -1000, msg: UNKNOWN }]);
        expect([html.status, html.headers.get("content-type")]).toEqual([status, "text/html"]);
        expect(sandbox.ledger.entries()).toHaveLength(1);
      });
    }

    test("429 and 418 say how long to wait, or say nothing", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const kinds = ["429", "418"] as const;
      for (const kind of kinds) sandbox.faults.set({ kind, retryAfterS: 7, times: 1 }, { kind, times: 1 });
      const seen = [];
      for (let call = 0; call < 4; call += 1) {
        const { status, json, headers } = await trader.market();
        seen.push([status, json.code, headers.get("retry-after")]);
      }
      expect(seen).toEqual([
        [429, -1003, "7"],
        [429, -1003, null],
        [418, -1003, "7"],
        [418, -1003, null],
      ]);
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    for (const executed of [true, false]) {
      test(`a page in place of JSON and half a body, with the order ${executed ? "" : "not "}executed`, async () => {
        const { sandbox, trader } = await openBinance(venue);
        sandbox.faults.set(
          { kind: "malformed", executed, times: 1 },
          { kind: "malformed", variant: "half-json", executed, times: 1 },
        );
        const { status, text } = await trader.market();
        expect([status, text]).toEqual([200, expect.stringContaining("<html>")]);
        await expect(trader.market()).rejects.toThrow(/^terminated$/);
        expect(sandbox.ledger.entries()).toHaveLength(executed ? 2 : 0);
      });
    }
  });

  describe(`faults of the venue at ${venue}`, () => {
    test("an order is -2013 to its first look-ups and found later, and so it is in the list", async () => {
      const { sandbox, trader } = await openBinance(venue);
      sandbox.faults.set({ kind: "not-found-at-first", times: 2 });
      await trader.limit({ newClientOrderId: "early" });
      const seen = [];
      for (let look = 0; look < 3; look += 1)
        seen.push((await trader.find({ origClientOrderId: "early" })).json.code ?? "found");
      expect(seen).toEqual([-2013, -2013, "found"]);
      sandbox.faults.set({ kind: "report-missing", operation: "working", times: 1 });
      const list = () => trader.get(isSpot ? "/api/v3/openOrders" : "/fapi/v1/openOrders");
      expect((await list()).json).toEqual([]);
      expect((await list()).json).toMatchObject([{ clientOrderId: "early" }]);
    });

    test("a key revoked midway gets -2015 for every request", async () => {
      const { sandbox, trader } = await openBinance(venue);
      await trader.limit({ newClientOrderId: "before" });
      for (const operation of ["order", "find", "cancel"] as const)
        sandbox.faults.set({ kind: "unauthorized", operation, account: trader.apiKey });
      const ask = async () => [
        (await trader.market()).status,
        (await trader.find({ origClientOrderId: "before" })).status,
        (await trader.cancel({ origClientOrderId: "before" })).status,
      ];
      expect(await ask()).toEqual([401, 401, 401]);
      expect(await ask()).toEqual([200, 200, 200]);
    });

    test("an order that the exchange rejects after accepting it ends as EXPIRED, and was never executed", async () => {
      const { sandbox, trader } = await openBinance(venue);
      sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
      expect((await trader.market({ newClientOrderId: "no", newOrderRespType: "RESULT" })).json.status).toBe("EXPIRED");
      expect((await trader.find({ origClientOrderId: "no" })).json).toMatchObject({ status: "EXPIRED" });
      expect(sandbox.ledger.entries()).toEqual([]);
    });

    test("a fault affects only its venue and account", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const other = isSpot ? "BINANCE_FUTURES" : "BINANCE_SPOT";
      sandbox.faults.set({ kind: "5xx", venue: other }, { kind: "5xx", account: "somebody-else" });
      expect((await trader.market()).status).toBe(200);
      sandbox.faults.set({ kind: "5xx", venue, account: trader.apiKey, operation: "order" });
      expect((await trader.market()).status).toBe(503);
      expect((await trader.find({ orderId: 1 })).status).toBe(400);
    });
  });
}
