import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openBinance, traderOf, type BinanceVenue } from "./trader.fixture.ts";

const DUPLICATES = {
  BINANCE_SPOT: { code: -2010, msg: "Duplicate order sent." },
  BINANCE_FUTURES: { code: -4116, msg: "ClientOrderId is duplicated." },
} as const satisfies Record<BinanceVenue, object>;
const SAME = { newClientOrderId: "one-and-the-same" };

for (const venue of ["BINANCE_SPOT", "BINANCE_FUTURES"] as const) {
  describe(`a client id at ${venue}`, () => {
    test("is unique among open orders, of any symbol", async () => {
      const { sandbox, trader } = await openBinance(venue);
      expect((await trader.limit(SAME)).status).toBe(200);
      const again = [
        await trader.limit(SAME),
        await trader.market(SAME),
        await trader.market({ ...SAME, symbol: "ETHUSDT", quantity: "0.1" }),
      ];
      for (const { status, json } of again) expect([status, json]).toEqual([400, DUPLICATES[venue]]);
      expect(sandbox.ledger.entries()).toHaveLength(1);
    });

    // @covers V27
    test("may be used again once filled: a market order sent twice executes twice, and the last one is found", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const first = await trader.market(SAME);
      const second = await trader.market({ ...SAME, side: "SELL" });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.json.orderId).not.toBe(first.json.orderId);
      expect(sandbox.ledger.entries().map(({ clientOrderId }) => clientOrderId)).toEqual([
        SAME.newClientOrderId,
        SAME.newClientOrderId,
      ]);
      expect((await trader.find({ origClientOrderId: SAME.newClientOrderId })).json.orderId).toBe(second.json.orderId);
    });

    test("executes twice even if the first request still waits for its answer", async () => {
      const { sandbox, trader } = await openBinance(venue);
      sandbox.faults.set({ kind: "latency", latencyMs: 600_000, executed: true, times: 1 });
      const patience = new AbortController();
      const first = trader.market(SAME, patience.signal);
      await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
      expect((await trader.market(SAME)).status).toBe(200);
      patience.abort();
      await expect(first).rejects.toThrow("aborted");
      expect(sandbox.ledger.entries()).toHaveLength(2);
    });

    test("is free again after cancelling, belongs to one account, and is forgotten by a reset", async () => {
      const { sandbox, clock, trader } = await openBinance(venue);
      await trader.limit(SAME);
      expect((await traderOf(sandbox, venue, "admin", "demo", clock).limit(SAME)).status).toBe(200);
      expect((await traderOf(sandbox, venue, "pro", "live", clock).limit(SAME)).status).toBe(200);
      await trader.cancel({ origClientOrderId: SAME.newClientOrderId });
      const { json } = await trader.limit(SAME);
      sandbox.reset();
      const afterwards = await trader.limit(SAME);
      expect([afterwards.status, afterwards.json.orderId]).toEqual([200, json.orderId - 2]);
    });

    test("is made up by the venue if none is sent, and then isn't in the ledger", async () => {
      const { sandbox, trader } = await openBinance(venue);
      const ids = [(await trader.market()).json.clientOrderId, (await trader.market()).json.clientOrderId];
      expect(new Set(ids).size).toBe(2);
      expect((await trader.find({ origClientOrderId: ids[1] })).status).toBe(200);
      expect(sandbox.ledger.entries().map(({ clientOrderId }) => clientOrderId)).toEqual([null, null]);
    });
  });
}
