import { describe, expect, test } from "vitest";
import { newBuyer, notify, paymentOf } from "../../../test/buyer.ts";
import { startServer } from "../../../test/server.ts";

const MINUTE_MS = 60_000;

const server = await startServer();
const { database } = server.parts;

describe("a checkout", () => {
  // @covers S7.27 S7.28
  test("returns the widget's parameters: our order, the exact amount, and a receipt with one item", async () => {
    const buyer = await newBuyer(server);
    const { widgetUrl, parameters, expiresAt } = await buyer.checkout("6m");
    expect(widgetUrl).toBe(server.sandbox.settings["CLOUDPAYMENTS_WIDGET_URL"]);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * MINUTE_MS);
    expect(parameters).toEqual({
      publicTerminalId: server.sandbox.cloudPayments.publicId,
      amount: 2_500,
      currency: "RUB",
      paymentSchema: "Single",
      description: "PRO tariff payment",
      externalId: expect.stringMatching(/^[\da-f-]{36}$/),
      culture: "en-US",
      skin: "classic",
      autoClose: 3,
      receiptEmail: buyer.user.email,
      emailBehavior: "Hidden",
      userInfo: { accountId: buyer.user.id, email: buyer.user.email },
      tokenize: false,
      retryPayment: true,
      receipt: {
        items: [
          {
            label: "Доступ к сервису, тариф PRO, 6 месяцев",
            price: 2_500,
            quantity: 1,
            amount: 2_500,
            vat: null,
            method: 4,
            object: 4,
          },
        ],
        taxationSystem: 5,
        email: buyer.user.email,
        amounts: { electronic: 2_500 },
      },
    });
    const [order] = await database.query("select plan, amount_kopecks, paid_at from payment_orders where id = $1", [
      parameters.externalId,
    ]);
    expect(order).toEqual({ plan: "6m", amount_kopecks: 250_000, paid_at: null });
  });

  test("requires consents first, and names the missing documents", async () => {
    const user = await server.signUp();
    const open = () => user.api.post("/subscriptions/me/checkout", { plan: "1m" });
    expect(await open()).toMatchObject({
      status: 409,
      body: { code: "consents_needed", documents: ["offer", "personal-data"] },
    });
    await user.api.post("/users/me/consents", { documents: ["offer"] });
    expect((await open()).body.documents).toEqual(["personal-data"]);
    await user.api.post("/users/me/consents", { documents: ["personal-data"] });
    expect((await open()).status).toBe(200);
  });

  // @covers S6.6
  test("sells only plans that are offered, and the one-ruble plan only to the configured account", async () => {
    const own = await startServer({ settings: { ONE_RUBLE_PLAN_EMAIL: "operator@example.com" } });
    const buyer = await newBuyer(own);
    for (const plan of ["1m-1rub", "2m", undefined]) {
      const { status, body } = await buyer.user.api.post("/subscriptions/me/checkout", { plan });
      expect([status, Object.keys(body.errors)]).toEqual([422, ["plan"]]);
    }
    const operator = await own.signUp({ email: "operator@example.com" });
    await operator.api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
    expect((await operator.api.post("/subscriptions/me/checkout", { plan: "1m-1rub" })).body.parameters.amount).toBe(1);
  });

  test("is refused with a clear error when payments are off", async () => {
    const own = await startServer({ parts: { payments: undefined } });
    const buyer = await newBuyer(own);
    const answer = await buyer.user.api.post("/subscriptions/me/checkout", { plan: "1m" });
    expect([answer.status, answer.body.code]).toEqual([503, "payments_off"]);
    expect((await notify(own, "check", { TransactionId: 1 })).status).toBe(403);
  });
});

describe("the latest checkout", () => {
  const last = async ({ user }: Awaited<ReturnType<typeof newBuyer>>) =>
    (await user.api.get("/subscriptions/me/checkout")).body.last;

  test("says why the bank declined the payment, and once another card has paid, that it is paid", async () => {
    const buyer = await newBuyer(server);
    expect(await last(buyer)).toBeNull();
    const opened = await buyer.checkout("6m");
    expect(await last(buyer)).toMatchObject({ plan: "6m", state: "open", reasonCode: null });
    const at = (time: string) => ({ DateTime: `2026-11-21 ${time}` });
    const declined = (reasonCode: number, fields = {}) =>
      notify(server, "fail", paymentOf(opened, { Status: "", Reason: "Declined", ReasonCode: reasonCode, ...fields }));
    expect((await declined(5051, at("10:00:00"))).body).toEqual({ code: 0 });
    expect((await declined(5206, at("10:05:00"))).status).toBe(200);
    // The first one again, as CloudPayments repeats what it believes was lost.
    await declined(5051, at("10:00:00"));
    expect(await last(buyer)).toEqual({
      plan: "6m",
      state: "declined",
      at: "2026-11-21T10:05:00.000Z",
      reasonCode: 5206,
    });
    expect((await buyer.subscription()).type).toBe("TRIAL");
    await notify(server, "pay", paymentOf(opened));
    expect(await last(buyer)).toMatchObject({ state: "paid", reasonCode: null });
    await buyer.checkout("1m");
    expect(await last(buyer)).toMatchObject({ plan: "1m", state: "open" });
  });

  test("isn't touched by another user's failure, or by one without a reason", async () => {
    const [buyer, other] = [await newBuyer(server), await newBuyer(server)];
    const opened = await buyer.checkout();
    for (const fields of [
      { AccountId: other.user.id, ReasonCode: 5051 },
      { ReasonCode: "" },
      { ReasonCode: "5051x" },
    ]) {
      expect((await notify(server, "fail", paymentOf(opened, fields))).body).toEqual({ code: 0 });
    }
    expect(await last(buyer)).toMatchObject({ state: "open" });
    expect(await last(other)).toBeNull();
    expect((await server.api().get("/subscriptions/me/checkout")).status).toBe(401);
  });
});
