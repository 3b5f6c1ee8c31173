import { describe, expect, test } from "vitest";
import { createBinanceFutures } from "./futures/binance-futures.ts";
import { patient } from "../orders.fixture.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { QUICK, read } from "./following.fixture.ts";
import { atTheSandbox, FUTURES, keyOf, MARKETS, orderOf } from "./sandbox.fixture.ts";

const GRANTED = { kind: "granted", maySeeOrders: true, mayTrade: true, mayWithdraw: false };

describe.each(MARKETS)("$market", (market) => {
  test.each([
    ["pro", GRANTED],
    ["read-only", { ...GRANTED, mayTrade: false }],
    ["withdraw", { ...GRANTED, mayWithdraw: true }],
    ["expired", { kind: "refused", reason: "KEY_OR_ADDRESS_REFUSED" }],
    ["ip-bound", { kind: "refused", reason: "KEY_OR_ADDRESS_REFUSED" }],
  ] as const)("check returns what the live key %s may do, by the key's own restrictions", async (name, rights) => {
    const { binance } = await atTheSandbox(market);
    expect(await binance.check(keyOf(market, name), patient())).toEqual(rights);
  });

  test("a key without the right to read says so, and whatever it reads is refused, by stream as well", async () => {
    const { sandbox, binance, executions } = await atTheSandbox(market, { streams: QUICK });
    const { apiKey: account, secretKey: secret } = keyOf(market);
    sandbox.register({ venue: market.venue, environment: "live", account, secret, tradeOnly: true });
    const key = keyOf(market);
    expect(await binance.check(key, patient())).toEqual({ ...GRANTED, maySeeOrders: false });
    expect(await binance.place(orderOf(market), key, patient())).toMatchObject({ kind: "accepted" });
    const refused = { kind: "refused", reason: "KEY_OR_ADDRESS_REFUSED" };
    for (const reading of [executions.working, executions.positions, executions.money])
      expect(await reading(key, patient())).toEqual(refused);
    const reader = read(executions, key);
    await eventually(() => expect(reader.states.at(-1)).toEqual({ ...refused, kind: "over" }), { interval: 5 });
  });

  test("check returns when a key's right to trade ends", async () => {
    const { sandbox, binance } = await atTheSandbox(market);
    const { apiKey: account, secretKey: secret } = keyOf(market);
    sandbox.register({ venue: market.venue, environment: "live", account, secret, expiresAt: "2026-09-01T00:00:00Z" });
    const rights = await binance.check(keyOf(market), patient());
    expect(rights).toEqual({ ...GRANTED, expiresAt: new Date("2026-09-01T00:00:00Z") });
  });

  test("a demo account's right to withdraw is not its key's", async () => {
    const { binance, exchanges } = await atTheSandbox(market);
    expect(await binance.check(keyOf(market, "pro", "demo"), patient())).toEqual(GRANTED);
    expect(exchanges.at(-1)?.responseBody).toContain('"canWithdraw":true');
  });

  test("a key of the other environment is refused, and so is a wrong secret", async () => {
    const { binance } = await atTheSandbox(market);
    const live = keyOf(market);
    expect(await binance.check({ ...live, isDemo: true }, patient())).toEqual({
      kind: "refused",
      reason: "KEY_OR_ADDRESS_REFUSED",
    });
    expect(await binance.check({ ...live, secretKey: "wrong" }, patient())).toEqual({
      kind: "refused",
      reason: "CREDENTIALS_REFUSED",
    });
  });

  test.each([{ kind: "5xx" }, { kind: "drop" }, { kind: "malformed" }, { kind: "429" }] as const)(
    "a check that fails by $kind is unclear",
    async (fault) => {
      const { sandbox, binance } = await atTheSandbox(market);
      sandbox.faults.set({ ...fault, operation: "auth" });
      expect(await binance.check(keyOf(market), patient())).toMatchObject({ kind: "unclear" });
    },
  );
});

test("without the spot host, a live futures key can't be checked: the futures host knows only its account", async () => {
  const { sandbox } = await atTheSandbox(FUTURES);
  const futures = createBinanceFutures(sandbox.binanceFutures);
  expect(await futures.check(keyOf(FUTURES), patient())).toMatchObject({ kind: "unclear" });
  expect(sandbox.calls.count()).toBe(0);
  await futures.close();
});
