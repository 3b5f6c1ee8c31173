import { expect, test } from "vitest";
import { executionsOf } from "./executions.fixture.ts";
import { atTheSandbox, keyOf, patient, TRADER } from "./sandbox.fixture.ts";

const granted = (mayTrade: boolean) => ({ kind: "granted", maySeeOrders: true, mayTrade, mayWithdraw: false });

test("check returns what a token may do, in both environments", async () => {
  const { tinkoff } = await atTheSandbox();
  expect(await tinkoff.check(TRADER, patient())).toEqual(granted(true));
  expect(await tinkoff.check(keyOf("pro", "demo"), patient())).toEqual(granted(true));
  expect(await tinkoff.check(keyOf("read-only"), patient())).toEqual(granted(false));
});

test.each([
  ["without access to the account", keyOf("no-access"), "NO_RIGHTS"],
  ["that has ended", keyOf("expired"), "CREDENTIALS_REFUSED"],
  ["that nobody was given", { ...TRADER, secretKey: "t.nobody" }, "CREDENTIALS_REFUSED"],
  ["of the other environment", { ...TRADER, isDemo: true }, "CREDENTIALS_REFUSED"],
  ["with an account id that isn't its own", { ...TRADER, apiKey: keyOf("admin").apiKey }, "ACCOUNT_NOT_FOUND"],
])("a token %s is refused", async (_, key, reason) => {
  const { tinkoff } = await atTheSandbox();
  expect(await tinkoff.check(key, patient())).toEqual({ kind: "refused", reason });
});

test("a token without access to the account may not read it: that is the right it lacks", async () => {
  const { working, positions, money } = executionsOf((await atTheSandbox()).tinkoff);
  for (const reading of [working, positions, money])
    expect(await reading(keyOf("no-access"), patient())).toEqual({ kind: "refused", reason: "NO_RIGHT_TO_READ" });
});

test("a closed account is refused", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  const { apiKey: account, secretKey: secret } = TRADER;
  sandbox.register({ venue: "TINKOFF", environment: "live", account, secret, closed: true });
  expect(await tinkoff.check(TRADER, patient())).toEqual({ kind: "refused", reason: "ACCOUNT_BLOCKED" });
});

test("check asks each time: it notices a token revoked since", async () => {
  const { sandbox, tinkoff } = await atTheSandbox();
  await tinkoff.check(TRADER, patient());
  const { apiKey: account, secretKey: secret } = TRADER;
  sandbox.register({ venue: "TINKOFF", environment: "live", account, secret, revoked: true });
  expect(await tinkoff.check(TRADER, patient())).toEqual({ kind: "refused", reason: "CREDENTIALS_REFUSED" });
});

test.each([{ kind: "5xx" }, { kind: "429" }, { kind: "malformed" }, { kind: "drop" }] as const)(
  "a check that fails by $kind is unclear",
  async (fault) => {
    const { sandbox, tinkoff } = await atTheSandbox();
    sandbox.faults.set({ ...fault, operation: "auth" });
    expect(await tinkoff.check(TRADER, patient())).toMatchObject({ kind: "unclear" });
  },
);
