import { describe, expect, test } from "vitest";
import { eventually } from "../../../scripts/eventually.ts";
import { sandboxCredential, type FaultInput } from "./index.ts";
import { openSandbox, refresh, Trader } from "./alor/trader.fixture.ts";

describe("faults of the connection", () => {
  test("accept-then-drop executes and sends no answer", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "accept-then-drop", times: 1 });
    await expect(trader.order("market", { comment: "lost" })).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.entries()).toMatchObject([{ clientOrderId: "lost" }]);
    expect((await trader.orders()).json).toMatchObject([{ comment: "lost" }]);
  });

  test("drop sends no answer and doesn't execute; the same X-REQID works afterwards", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "drop", times: 1 });
    await expect(trader.order("market", {}, { "x-reqid": "again" })).rejects.toThrow("fetch failed");
    expect(sandbox.ledger.entries()).toEqual([]);
    expect((await trader.order("market", {}, { "x-reqid": "again" })).status).toBe(200);
  });

  const hang: readonly [string, FaultInput, number][] = [
    ["executed", { kind: "hang", executed: true }, 1],
    ["not executed", { kind: "hang" }, 0],
  ];
  for (const [what, fault, executions] of hang) {
    test(`hang, ${what}, never answers`, async () => {
      const { sandbox, trader } = await openSandbox();
      sandbox.faults.set(fault);
      const patience = new AbortController();
      let answered = false;
      const waiting = trader.order("market", {}, {}, patience.signal).finally(() => (answered = true));
      await eventually(() => expect(sandbox.calls.count({ operation: "order" })).toBe(1));
      sandbox.faults.reset();
      await trader.orders();
      expect([answered, sandbox.ledger.entries().length]).toEqual([false, executions]);
      patience.abort();
      await expect(waiting).rejects.toThrow("aborted");
    });
  }

  test("latency delays the answer, and delays add up", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 60 }, { kind: "latency", latencyMs: 60, executed: true });
    const start = performance.now();
    expect((await trader.order("market")).status).toBe(200);
    // A timer may fire up to a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(118);
  });

  test("an order that is still on its way in isn't executed yet, and executes even if its sender gave up", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 150 });
    const patience = new AbortController();
    const waiting = trader.order("market", {}, {}, patience.signal);
    await eventually(() => expect(sandbox.calls.count({ operation: "order" })).toBe(1));
    expect(sandbox.ledger.entries()).toEqual([]);
    patience.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await eventually(() => expect(sandbox.ledger.entries()).toHaveLength(1));
  });

  test("the sandbox closes even if calls hang and wait", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "hang", times: 1 }, { kind: "latency", latencyMs: 600_000 });
    const waiting = Promise.allSettled([trader.order("market"), trader.order("market")]);
    await eventually(() => expect(sandbox.calls.count({ operation: "order" })).toBe(2));
    await sandbox.close();
    expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sandbox.ledger.entries(), "closing executes nothing").toEqual([]);
  });
});

describe("faults of the answer", () => {
  test("accept-then-5xx executes and answers with a gateway's page", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "accept-then-5xx" });
    const { status, headers, text } = await trader.order("market");
    expect([status, headers.get("content-type"), text]).toEqual([
      502,
      "text/html",
      expect.stringContaining("502 Bad Gateway"),
    ]);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  for (const status of [500, 502, 503, 504] as const) {
    test(`${status} is sent as JSON or HTML, and nothing is executed`, async () => {
      const { sandbox, trader } = await openSandbox();
      sandbox.faults.set({ kind: "5xx", status, times: 1 }, { kind: "5xx", status, body: "html", times: 1 });
      const json = await trader.order("market", {}, { "x-reqid": "same" });
      const html = await trader.order("market", {}, { "x-reqid": "same" });
      expect([json.status, html.status]).toEqual([status, status]);
      expect(json.json).toEqual({ message: expect.any(String) });
      expect(html.headers.get("content-type")).toBe("text/html");
      expect(sandbox.ledger.entries()).toEqual([]);
      expect((await trader.order("market", {}, { "x-reqid": "same" })).status).toBe(200);
    });
  }

  test("429 says how long to wait, or says nothing", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "429", retryAfterS: 7, times: 1 }, { kind: "429", times: 1 });
    const [withDelay, withoutDelay] = [await trader.order("market"), await trader.order("market")];
    expect([withDelay.status, withDelay.headers.get("retry-after")]).toEqual([429, "7"]);
    expect([withoutDelay.status, withoutDelay.headers.get("retry-after")]).toEqual([429, null]);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  for (const executed of [true, false]) {
    test(`a malformed answer is a page with status 200, with the order ${executed ? "" : "not "}executed`, async () => {
      const { sandbox, trader } = await openSandbox();
      sandbox.faults.set({ kind: "malformed", executed });
      const { status, text } = await trader.order("market");
      expect([status, text]).toEqual([200, expect.stringContaining("<html>")]);
      expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
    });

    test(`half a JSON answer ends with the connection, with the order ${executed ? "" : "not "}executed`, async () => {
      const { sandbox, trader } = await openSandbox();
      sandbox.faults.set({ kind: "malformed", variant: "half-json", executed });
      await expect(trader.order("market")).rejects.toThrow(/^terminated$/);
      expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
    });
  }
});

describe("faults of the venue", () => {
  test("clearing refuses in the exchange's own words, and again for the same X-REQID after it ended", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "clearing", times: 1 });
    const first = await trader.order("market", {}, { "x-reqid": "early" });
    expect(first.json).toEqual({ code: "ExchangeUndefinedError", message: expect.stringContaining("клиринг") });
    const again = await trader.order("market", {}, { "x-reqid": "early" });
    expect(again.json.oldResponse).toEqual({ statusCode: 400, body: first.json });
    expect((await trader.order("market", {}, { "x-reqid": "later" })).status).toBe(200);
  });

  test("clearing that isn't remembered lets the same X-REQID through afterwards", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "clearing", remembered: false, times: 1 });
    expect((await trader.order("market", {}, { "x-reqid": "early" })).status).toBe(400);
    expect((await trader.order("market", {}, { "x-reqid": "early" })).status).toBe(200);
    expect(sandbox.ledger.entries()).toHaveLength(1);
  });

  test.each([true, false])(
    "an unlisted refusal is Alor's final answer for its X-REQID, whether the order was accepted or not: %s",
    async (executed) => {
      const { sandbox, trader } = await openSandbox();
      sandbox.faults.set({ kind: "unlisted-refusal", executed, times: 1 });
      const first = await trader.order("market", {}, { "x-reqid": "early" });
      expect([first.status, first.json.code]).toEqual([400, "SomethingNew (777)"]);
      const again = await trader.order("market", {}, { "x-reqid": "early" });
      expect(again.json.oldResponse).toEqual({ statusCode: 400, body: first.json });
      expect(sandbox.ledger.entries()).toHaveLength(executed ? 1 : 0);
    },
  );

  test("unauthorized refuses a valid token once, whatever the request", async () => {
    const { sandbox, trader } = await openSandbox();
    for (const operation of ["order", "find", "market-data", "cancel"] as const)
      sandbox.faults.set({ kind: "unauthorized", operation });
    const ask = async () => [
      (await trader.order("market")).status,
      (await trader.orders()).status,
      (await trader.get("/md/v2/Securities/MOEX/SBER")).status,
      (await trader.cancel("1")).status,
    ];
    expect(await ask()).toEqual([401, 401, 401, 401]);
    expect(await ask()).toEqual([200, 200, 200, 400]);
  });

  test("unauthorized at the token server refuses a valid refresh token", async () => {
    const { sandbox } = await openSandbox();
    const { secret } = sandboxCredential("pro", "live");
    sandbox.faults.set({ kind: "unauthorized", operation: "auth" });
    expect((await refresh(sandbox.alor.oauthUrl, secret)).status).toBe(403);
    expect((await refresh(sandbox.alor.oauthUrl, secret)).status).toBe(200);
  });

  test("an order that the exchange rejects after success is listed as rejected and was never executed", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "exchange-rejects", times: 1 });
    expect((await trader.order("market")).json.message).toBe("success");
    expect((await trader.orders()).json).toMatchObject([{ status: "rejected" }]);
    expect(sandbox.ledger.entries()).toEqual([]);
  });

  test("not-found-at-first hides each order from its first look-ups", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "not-found-at-first", times: 2 });
    const listed = async () => (await trader.orders()).json.map(({ comment }: { comment: string }) => comment);
    await trader.order("market", { comment: "a" });
    expect(await listed()).toEqual([]);
    await trader.order("market", { comment: "b" });
    expect(await listed()).toEqual([]);
    expect(await listed()).toEqual(["a"]);
    expect(await listed()).toEqual(["a", "b"]);
  });

  test("without a number of look-ups it hides orders until reset, even from look-ups by number", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "not-found-at-first" });
    const { json } = await trader.order("market");
    const one = async () =>
      (await trader.get(`/md/v2/Clients/MOEX/${trader.portfolio}/orders/${json.orderNumber}`)).status;
    expect([await one(), await one(), await one()]).toEqual([404, 404, 404]);
    sandbox.faults.reset();
    expect(await one()).toBe(200);
  });
});

describe("what faults affect", () => {
  test("a fault affects only its account, environment and operation", async () => {
    const { sandbox, trader } = await openSandbox();
    const [live, other] = await Promise.all([
      Trader.signIn(sandbox, "pro", "live"),
      Trader.signIn(sandbox, "admin", "demo"),
    ]);
    sandbox.faults.set({
      kind: "5xx",
      venue: "ALOR_BROKER",
      environment: "demo",
      account: trader.portfolio,
      operation: "find",
    });
    expect((await trader.orders()).status).toBe(503);
    expect((await trader.order("market")).status).toBe(200);
    expect((await live.orders()).status).toBe(200);
    expect((await other.orders()).status).toBe(200);
    sandbox.faults.reset();
    sandbox.faults.set({ kind: "5xx", environment: "demo", operation: "find" });
    expect([(await other.orders()).status, (await live.orders()).status]).toEqual([503, 200]);
  });

  test("a fault for the next n calls ends after n, in the order in which faults were set", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "5xx", status: 500, times: 2 }, { kind: "5xx", status: 504, times: 1 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await trader.order("market")).status);
    expect(statuses).toEqual([500, 500, 504, 200]);
    expect(sandbox.faults.list()).toEqual([]);
  });

  test("a fault may affect every n-th call", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "5xx", every: 3 });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await trader.order("market")).status);
    expect(statuses).toEqual([200, 200, 503, 200, 200, 503]);
  });

  test("a delay can be combined with another fault", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 40 }, { kind: "5xx", status: 504 });
    const start = performance.now();
    expect((await trader.order("market")).status).toBe(504);
    expect(performance.now() - start).toBeGreaterThanOrEqual(39);
  });

  test("faults can affect the token server and market data", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "5xx", operation: "auth" }, { kind: "429", operation: "market-data" });
    expect((await refresh(sandbox.alor.demoOauthUrl, sandboxCredential("pro", "demo").secret)).status).toBe(503);
    expect((await trader.get("/md/v2/Securities/MOEX/SBER")).status).toBe(429);
  });
});
