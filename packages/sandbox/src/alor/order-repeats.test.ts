import { describe, expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { openSandbox } from "./trader.fixture.ts";

describe("a repeated X-REQID", () => {
  const SAME = { "x-reqid": "one-and-the-same" };

  // @covers V27
  test("a repeated X-REQID is answered with 400 and the old answer, and executes once", async () => {
    const { sandbox, trader } = await openSandbox();
    const first = await trader.order("market", {}, SAME);
    const again = await trader.order("market", {}, SAME);
    expect(again.status).toBe(400);
    expect(again.json).toEqual({
      message: "Request with such X-ALOR-REQID was already handled. We return the response to that request.",
      oldResponse: { statusCode: 200, body: first.json },
    });
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("it may be answered in the other documented form, as a copy of the first answer", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "repeat-as-copy" });
    const first = await trader.order("market", {}, SAME);
    const again = await trader.order("market", {}, SAME);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("a repeated X-REQID never executes twice, even while the first request waits for its answer", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 600_000, executed: true, times: 1 });
    const patience = new AbortController();
    const first = trader.order("market", {}, SAME, patience.signal);
    await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
    const again = await trader.order("market", {}, SAME);
    expect([again.status, again.json.oldResponse.statusCode]).toEqual([400, 200]);
    patience.abort();
    await expect(first).rejects.toThrow("aborted");
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("a repeated X-REQID never executes twice, even if it overtakes the first request", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 200, times: 1 });
    const first = trader.order("market", {}, SAME);
    await eventually(() => expect(sandbox.calls.count({ operation: "order" })).toBe(1));
    const overtaking = await trader.order("market", {}, SAME);
    expect([overtaking.status, (await first).status]).toEqual([200, 400]);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("a refusal is remembered too, and repeated as the old answer", async () => {
    const { sandbox, trader } = await openSandbox();
    const first = await trader.order("limit", { price: 302.155 }, SAME);
    const again = await trader.order("limit", { price: 302.15 }, SAME);
    expect(again.json.oldResponse).toEqual({ statusCode: 400, body: first.json });
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("a 401 isn't remembered: the same X-REQID works with a valid token", async () => {
    const { sandbox, trader } = await openSandbox();
    expect((await trader.order("market", {}, { ...SAME, authorization: "" })).status).toBe(401);
    expect((await trader.order("market", {}, SAME)).status).toBe(200);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test("after a reset, an X-REQID is new again and order numbers start over", async () => {
    const { sandbox, trader } = await openSandbox();
    const first = await trader.order("market", {}, SAME);
    sandbox.reset();
    const second = await trader.order("market", {}, SAME);
    expect(second.json).toEqual(first.json);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });
});
