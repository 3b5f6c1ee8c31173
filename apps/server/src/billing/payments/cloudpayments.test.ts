/** Payments end to end: CloudPayments' notifications come late, damaged or not at all, and its list is polled. */
import { expect, test } from "vitest";
import { eventually } from "../../../../../scripts/eventually.ts";
import { grantsOf, newBuyer, ONE_MONTH, type Buyer } from "../../../test/buyer.ts";
import { startServer } from "../../../test/server.ts";
import { systemClock } from "../../platform/clock.ts";
import { RECONCILE_INTERVAL_MS } from "./reconciler.ts";

/** Resolving it polls the list often, to spare tests a minute's wait; before that, polling could beat a Pay. */
const { promise: listWanted, resolve: wantList } = Promise.withResolvers<void>();
const server = await startServer({
  parts: {
    clock: {
      ...systemClock,
      async wait(ms, signal) {
        if (ms !== RECONCILE_INTERVAL_MS) return await systemClock.wait(ms, signal);
        await Promise.race([listWanted, systemClock.wait(ms, signal)]);
        await systemClock.wait(100, signal);
      },
    },
  },
});
const { cloudPayments } = server.sandbox;
const { database } = server.parts;

const chargeOf = async (buyer: Buyer) => {
  const { parameters } = await buyer.checkout();
  const { amount, currency, externalId: invoiceId, description, receiptEmail: email, userInfo } = parameters;
  return {
    amount,
    currency,
    invoiceId,
    description,
    email,
    accountId: userInfo.accountId,
    cardNumber: "4242424242424242",
  };
};
const becomesPro = (buyer: Buyer) => eventually(async () => expect((await buyer.subscription()).type).toBe("PRO"));
const SOURCE = "select source from payments where user_id = $1";

test.each(["form", "json"] as const)("a payment is checked, made and granted (%s)", async (format) => {
  cloudPayments.notify({ format });
  const buyer = await newBuyer(server);
  expect((await cloudPayments.pay(await chargeOf(buyer))).status).toBe("Completed");
  await becomesPro(buyer);
  expect(await database.query(SOURCE, [buyer.user.id])).toEqual([{ source: "notification" }]);
  await eventually(() => {
    const subjects = server.sandbox.mail.list(buyer.user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Chartrelay: payment received")).toHaveLength(1);
  });
  cloudPayments.notify({ format: "form" });
});

test("a payment that Check refuses is never made", async () => {
  const buyer = await newBuyer(server);
  const charge = await chargeOf(buyer);
  expect((await cloudPayments.pay({ ...charge, amount: 1 })).status).toBe("Declined");
  expect((await buyer.subscription()).type).toBe("TRIAL");
});

test("a damaged Pay is refused, repeated, and granted once", async () => {
  cloudPayments.setFaults({ kind: "flip-byte", times: 1 });
  const buyer = await newBuyer(server);
  const { id } = await cloudPayments.pay(await chargeOf(buyer));
  await becomesPro(buyer);
  const attempts = () =>
    cloudPayments
      .deliveries()
      .filter((each) => each.notification === "pay" && each.transactionId === id)
      .map(({ status, code }) => [status, code]);
  await eventually(() =>
    expect(attempts()).toEqual([
      [403, undefined],
      [200, 0],
    ]),
  );
  expect(await grantsOf(server, buyer)).toEqual(ONE_MONTH);
});

test("a Pay that never arrives is found in the list of payments, and granted once", async () => {
  wantList();
  cloudPayments.setFaults({ kind: "lose", times: 1 });
  const buyer = await newBuyer(server);
  const { id } = await cloudPayments.pay(await chargeOf(buyer));
  await becomesPro(buyer);
  expect(cloudPayments.deliveries().some((each) => each.notification === "pay" && each.transactionId === id)).toBe(
    false,
  );
  expect(await database.query(SOURCE, [buyer.user.id])).toEqual([{ source: "reconciler" }]);
  expect(await grantsOf(server, buyer)).toEqual(ONE_MONTH);
});

test.each(["refund", "chargeback", "cancel"] as const)(
  "a %s of a paid payment whose notification never arrives is found in the list, even if no order awaits payment",
  async (kind) => {
    wantList();
    const buyer = await newBuyer(server);
    const { id, amount } = await cloudPayments.pay(await chargeOf(buyer));
    await becomesPro(buyer);
    await database.query("update payment_orders set created_at = now() - interval '30 days' where paid_at is null");
    cloudPayments.setFaults({ kind: "lose", notification: kind });
    if (kind === "refund") cloudPayments.refund(id, amount);
    else if (kind === "chargeback") cloudPayments.chargeBack(id, amount);
    else cloudPayments.cancel(id);
    await eventually(async () => expect((await buyer.subscription()).type).toBe("TRIAL"));
    expect(cloudPayments.deliveries().some(({ notification }) => notification === kind)).toBe(false);
    cloudPayments.resetFaults();
  },
);

test("a Pay that arrives after its payment was found in the list makes no second grant, and its refund takes the first back", async () => {
  wantList();
  cloudPayments.setFaults({ kind: "delay", delayMs: 1_500, times: 1 });
  const buyer = await newBuyer(server);
  const { id } = await cloudPayments.pay(await chargeOf(buyer));
  await becomesPro(buyer);
  await eventually(() =>
    expect(cloudPayments.deliveries().some((each) => each.notification === "pay" && each.transactionId === id)).toBe(
      true,
    ),
  );
  expect(await grantsOf(server, buyer)).toEqual(ONE_MONTH);
  cloudPayments.refund(id, 500);
  await eventually(async () => expect((await buyer.subscription()).type).toBe("TRIAL"));
});
