import { describe, expect, test } from "vitest";
import { openSandbox, refresh, request } from "./alor/trader.fixture.ts";
import type { Sandbox } from "./index.ts";

const allUrls = ({ controlUrl, alor }: Sandbox) => [controlUrl, ...Object.values(alor)];
const post = (url: string, body: unknown) => request(url, { method: "POST", body: JSON.stringify(body) });

describe("control routes", () => {
  test("the ledger, counts and faults are the same on the control port and on every simulator's port", async () => {
    const { sandbox, trader } = await openSandbox();
    sandbox.faults.set({ kind: "latency", latencyMs: 1 });
    await trader.order("market", { comment: "seen everywhere" });
    for (const url of allUrls(sandbox)) {
      expect((await request(`${url}/__sandbox/ledger`)).json).toEqual(sandbox.ledger.entries());
      expect((await request(`${url}/__sandbox/calls`)).json).toEqual(sandbox.calls.list());
      expect((await request(`${url}/__sandbox/faults`)).json).toMatchObject([{ kind: "latency", left: null }]);
    }
  });

  test("reset forgets orders, faults and counts, and keeps registrations", async () => {
    const { sandbox, trader } = await openSandbox();
    await trader.order("market");
    sandbox.faults.set({ kind: "drop" });
    sandbox.register({ venue: "ALOR_BROKER", environment: "live", account: "D1", secret: "kept" });
    expect((await request(`${sandbox.alor.apiUrl}/__sandbox/reset`, { method: "POST" })).status).toBe(204);
    expect([sandbox.ledger.entries(), sandbox.faults.list(), sandbox.calls.list()]).toEqual([[], [], []]);
    expect((await trader.orders()).json).toEqual([]);
    expect((await refresh(sandbox.alor.oauthUrl, "kept")).status).toBe(200);
  });

  test("two thousand portfolios can be registered at once", async () => {
    const { sandbox } = await openSandbox();
    const portfolios = Array.from({ length: 2000 }, (_, index) => ({
      venue: "ALOR_BROKER",
      environment: "live",
      account: `D5${index}`,
      secret: `load-test-${index}`,
    }));
    const answer = await post(`${sandbox.controlUrl}/__sandbox/register`, portfolios);
    expect([answer.status, answer.json]).toEqual([200, { registered: 2000 }]);
    expect((await refresh(sandbox.alor.oauthUrl, "load-test-1999")).status).toBe(200);
  });

  test("POST adds one fault or a list to the active ones, and DELETE drops them", async () => {
    const { sandbox } = await openSandbox();
    const url = `${sandbox.controlUrl}/__sandbox/faults`;
    await post(url, { kind: "drop", times: 2 });
    const { status, json } = await post(url, [
      { kind: "5xx", status: 504 },
      { kind: "not-found-at-first", times: 3 },
    ]);
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { kind: "drop", operation: "order", times: 2, left: 2 },
      { kind: "5xx", status: 504, body: "json", executed: false, left: null },
      { kind: "not-found-at-first", operation: "find", times: 3, left: null },
    ]);
    expect((await request(url, { method: "DELETE" })).status).toBe(204);
    expect((await request(url)).json).toEqual([]);
  });

  const bad: readonly (readonly [string, unknown, RegExp])[] = [
    ["an unknown kind", { kind: "gremlins" }, /unknown kind; the kinds are latency, accept-then-drop/],
    ["no kind", {}, /unknown kind/],
    ["an unknown property", { kind: "drop", latency: 5 }, /Unrecognized key: "latency"/],
    ["an unknown operation", { kind: "drop", operation: "place" }, /operation/],
    ["latency without its length", { kind: "latency" }, /latencyMs/],
    ["a status that isn't the server's", { kind: "5xx", status: 404 }, /status/],
    ["clearing where nothing is ordered", { kind: "clearing", operation: "auth" }, /operation/],
    ["a party that isn't simulated", { kind: "drop", venue: "NYSE" }, /venue/],
  ];
  for (const [what, body, message] of bad) {
    test(`a fault with ${what} is refused with a clear message, and none is set`, async () => {
      const { sandbox } = await openSandbox();
      const answer = await post(`${sandbox.controlUrl}/__sandbox/faults`, [{ kind: "drop" }, body]);
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(message)]);
      expect(sandbox.faults.list()).toEqual([]);
    });
  }

  test("a control body that isn't JSON, or isn't a registration, is refused", async () => {
    const { sandbox } = await openSandbox();
    const url = `${sandbox.controlUrl}/__sandbox/register`;
    expect((await request(url, { method: "POST", body: "{" })).json).toEqual({ message: "the body is not JSON" });
    expect((await post(url, { venue: "ALOR_BROKER", environment: "paper" })).status).toBe(400);
  });
});
