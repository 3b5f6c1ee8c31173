import { PLANS } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { linkTrader } from "../../../test/trader.ts";
import { systemClock } from "../../platform/clock.ts";
import { createSubscriptions, grantPeriod, takePeriodBack } from "./index.ts";

const OPERATOR = "operator@example.com";
const DAY_MS = 86_400_000;

let aheadMs = 0;
const server = await startServer({
  settings: { ONE_RUBLE_PLAN_EMAIL: OPERATOR },
  parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } },
});
const subscriptions = createSubscriptions(server.parts);
const plans = PLANS.filter((plan) => plan !== "1m-1rub");
const TRIAL = { type: "TRIAL", expiration: null, daysLeft: null, plans };

// @covers S1.3 S3.4 S3.5 S7.7
test("a user is on TRIAL until PRO is granted, and again once it has ended", async () => {
  const user = await server.signUp();
  const subscription = async () => (await user.api.get("/subscriptions/me")).body;
  expect(await subscription()).toEqual(TRIAL);

  const until = await subscriptions.grant(user.id, { days: 2 }, "a test");
  expect(await subscription()).toEqual({ type: "PRO", expiration: until?.toISOString(), daysLeft: 2, plans });

  aheadMs = 2 * DAY_MS + 1_000;
  expect(await subscription()).toEqual({ ...TRIAL, endedDate: until?.toISOString() });
  aheadMs = 0;
});

// @covers S6.6
test("the one-ruble plan is offered only to the configured account", async () => {
  const operator = await server.signUp({ email: OPERATOR });
  expect((await operator.api.get("/subscriptions/me")).body.plans).toEqual(PLANS);
});

test("a grant begins when PRO ends, or at once, and lasts calendar months", async () => {
  const user = await server.signUp();
  const atMs = Date.parse("2027-01-31T10:00:00Z");
  const { grant } = createSubscriptions({ ...server.parts, clock: { nowMs: () => atMs } });
  expect(await grant(user.id, { months: 1 }, "a test")).toEqual(new Date("2027-02-28T10:00:00Z"));
  const until = new Date("2027-05-28T10:00:00Z");
  expect(await grant(user.id, { months: 3 }, "a test")).toEqual(until);
  expect(await grant(user.id, { untilMs: atMs }, "a test")).toEqual(until);
  expect(await grant("00000000-0000-7000-8000-000000000000", { days: 1 }, "a test")).toBeUndefined();
});

test("a payment's period is granted once and taken back once, and the ledger keeps both", async () => {
  const { orm } = server.parts.database;
  const user = await server.signUp();
  const bought = { userId: user.id, transactionId: 991, plan: "1m", term: { months: 1 }, atMs: Date.now() } as const;
  const period = await orm.transaction((tx) => grantPeriod(tx, bought));
  await expect(orm.transaction((tx) => grantPeriod(tx, bought))).rejects.toThrow("subscription_grants");
  expect(await subscriptions.isPro(user.id)).toBe(true);

  const refund = { userId: user.id, transactionId: 991, atMs: bought.atMs };
  expect(await orm.transaction((tx) => takePeriodBack(tx, refund))).toEqual(period);
  expect(await orm.transaction((tx) => takePeriodBack(tx, refund))).toBeUndefined();
  expect(await subscriptions.isPro(user.id)).toBe(false);
  const rows = await server.parts.database.query(
    "select kind, transaction_id::int as payment from subscription_grants where user_id = $1 order by seq",
    [user.id],
  );
  expect(rows).toEqual([
    { kind: "grant", payment: 991 },
    { kind: "revert", payment: 991 },
  ]);
});

test("users to be notified that PRO ends are found by when it ends", async () => {
  const user = await server.signUp();
  const until = await subscriptions.grant(user.id, { days: 3 }, "a test");
  const endingWithin = async (fromDays: number, toDays: number) => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS);
    const ending = await subscriptions.endingBetween({ after: at(fromDays), by: at(toDays) });
    return ending.filter(({ userId }) => userId === user.id);
  };
  expect(await endingWithin(2, 4)).toEqual([{ userId: user.id, proUntil: until }]);
  expect(await endingWithin(3, 4)).toEqual([]);
  expect(await endingWithin(0, 2)).toEqual([]);
});

// @covers S1.3
test("a live account trades while PRO lasts, and is refused from the moment it ends, without a restart", async () => {
  const user = await server.signUp();
  await subscriptions.grant(user.id, { days: 2 }, "a test");
  const trader = await linkTrader(server, { user, environment: "live" });
  const demo = await linkTrader(server, { user });
  await trader.alert();
  expect((await trader.ended(1)).at(-1)).toMatchObject({ status: "CREATED" });

  aheadMs = 2 * DAY_MS + 1_000;
  await trader.alert();
  expect((await trader.ended(2)).at(-1)).toMatchObject({ status: "REJECTED", reason: "LIVE_NEEDS_PRO" });
  expect(trader.executed()).toHaveLength(1);
  await demo.alert();
  expect((await demo.ended(1)).at(-1)).toMatchObject({ status: "CREATED" });

  // Once PRO is renewed it trades again at once, although the directory had the account in memory.
  await server.grantPro(user);
  await expect
    .poll(async () => {
      await trader.alert();
      return (await trader.ended(3)).at(-1)?.status;
    })
    .toBe("CREATED");
  aheadMs = 0;
});
