/** A signed-up buyer, and notifications signed as CloudPayments would sign them: the setup for tests about payments. */
import { createHmac } from "node:crypto";
import type { Checkout, Plan, Subscription } from "@chartrelay/contract";
import { readAnswer, type Answer } from "./api.ts";
import type { SignedUp, TestServer } from "./server.ts";

type Fields = Readonly<Record<string, string | number>>;

export interface Buyer {
  readonly user: SignedUp;
  subscription(): Promise<Subscription>;
  /** Opens a checkout; the consents have been given. */
  checkout(plan?: Plan): Promise<Checkout>;
}

/** Creates a user who has agreed to the documents. */
export async function newBuyer(server: TestServer): Promise<Buyer> {
  const user = await server.signUp();
  await user.api.post("/users/me/consents", { documents: ["offer", "personal-data"] });
  return {
    user,
    subscription: async () => (await user.api.get("/subscriptions/me")).body,
    async checkout(plan = "1m") {
      const { status, text, body } = await user.api.post("/subscriptions/me/checkout", { plan });
      if (status !== 200) throw new Error(`a checkout answered ${status}: ${text}`);
      return body;
    },
  };
}

/** Returns what a buyer was granted and what was taken back, oldest first. */
export async function grantsOf({ parts }: Pick<TestServer, "parts">, { user }: Buyer) {
  return await parts.database.query("select kind, plan from subscription_grants where user_id = $1 order by seq", [
    user.id,
  ]);
}

/** What one payment for a month grants. */
export const ONE_MONTH = [{ kind: "grant", plan: "1m" }];

let lastTransaction = Date.now();

/** Returns CloudPayments' notification of a payment for this checkout; `fields` override it. */
export function paymentOf({ parameters }: Checkout, fields: Fields = {}): Fields {
  return {
    TransactionId: (lastTransaction += 1),
    Amount: parameters.amount.toFixed(2),
    Currency: "RUB",
    PaymentAmount: parameters.amount.toFixed(2),
    PaymentCurrency: "RUB",
    DateTime: new Date().toISOString().slice(0, 19).replace("T", " "),
    CardFirstSix: "424242",
    CardLastFour: "4242",
    CardType: "Visa",
    CardExpDate: "12/30",
    Name: "IVAN PETROV",
    Token: "tk_secret_token",
    TestMode: 1,
    Status: "Completed",
    OperationType: "Payment",
    GatewayName: "Test",
    InvoiceId: parameters.externalId,
    AccountId: parameters.userInfo.accountId,
    Email: parameters.receiptEmail,
    ...fields,
  };
}

/** Returns its notification of a refund of that payment, by default of all of it. */
export function refundOf(payment: Fields, fields: Fields = {}): Fields {
  const { TransactionId = 0, Amount = 0, InvoiceId = "", AccountId = "" } = payment;
  return {
    TransactionId: (lastTransaction += 1),
    PaymentTransactionId: TransactionId,
    Amount,
    DateTime: "2026-11-21 10:00:00",
    OperationType: "Refund",
    InvoiceId,
    AccountId,
    ...fields,
  };
}

export interface NotifyOptions {
  readonly format?: "form" | "json";
  /** Changes the body after it was signed. */
  readonly tamper?: (body: string) => string;
  readonly headers?: Record<string, string>;
}

/** Posts a notification to a server, signed with its terminal's secret. */
export async function notify(
  { url, parts }: Pick<TestServer, "url" | "parts">,
  kind: "check" | "pay" | "fail" | "refund" | "cancel" | "chargeback",
  fields: Fields,
  { format = "form", tamper = (body) => body, headers }: NotifyOptions = {},
): Promise<Answer> {
  const form = () =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]));
  const body = format === "json" ? JSON.stringify(fields) : form().toString();
  const type = format === "json" ? "application/json" : "application/x-www-form-urlencoded";
  const signature = createHmac("sha256", parts.payments?.apiSecret ?? "")
    .update(body)
    .digest("base64");
  const response = await fetch(`${url}/api/v1/payments/cloudpayments/${kind}`, {
    method: "POST",
    headers: { "content-type": type, ...(headers ?? { "content-hmac": signature }) },
    body: tamper(body),
  });
  return await readAnswer(response);
}
