import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startSandbox } from "../sandbox.ts";
import { DECLINE_REASONS } from "./reason-codes.ts";
import { TEST_CARDS } from "./test-cards.ts";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
const { cloudPayments } = sandbox;

interface Received {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Starts a seller that answers with `answer`, and records what it received. */
async function startSeller(answer: (received: Received) => { status?: number; body?: string }) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { path: request.url ?? "", body, headers: request.headers };
      received.push(one);
      const { status = 200, body: reply = '{"code":0}' } = answer(one);
      response.writeHead(status).end(reply);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  cloudPayments.notify({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    format: "form",
    timeScale: 1 / 6_000,
  });
  return received;
}

const NOTHING: Received = { path: "", body: "", headers: {} };

const charge = (cardNumber: string) => ({
  amount: 500,
  currency: "RUB",
  invoiceId: "order-1",
  accountId: "user-1",
  email: "a+b@example.com",
  description: "PRO & more",
  cardNumber,
});

const api = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.settings["CLOUDPAYMENTS_API_URL"]}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Basic ${Buffer.from(`${cloudPayments.publicId}:${cloudPayments.apiSecret}`).toString("base64")}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });

test.each(TEST_CARDS)("$number pays as documented: 3-DS $isThreeDs, funds $hasFunds", async ({ number, hasFunds }) => {
  const received = await startSeller(() => ({}));
  const { status } = await cloudPayments.pay(charge(number));
  expect(status).toBe(hasFunds ? "Completed" : "Declined");
  await eventually(() => expect(received.map(({ path }) => path)).toEqual(["/check", hasFunds ? "/pay" : "/fail"]));
});

test("the bank declines with each documented reason when told to, whatever the card, and only as often as told", async () => {
  const received = await startSeller(() => ({}));
  cloudPayments.declineNext(...DECLINE_REASONS.map(({ code }) => code));
  for (const { code } of DECLINE_REASONS) {
    expect(await cloudPayments.pay(charge("4242424242424242"))).toMatchObject({ status: "Declined", reasonCode: code });
  }
  expect((await cloudPayments.pay(charge("4242424242424242"))).status).toBe("Completed");
  await eventually(() => {
    const fails = received.filter(({ path }) => path === "/fail").map(({ body }) => new URLSearchParams(body));
    const told = fails.map((fail) => [Number(fail.get("ReasonCode")), fail.get("Reason")]);
    expect(told.toSorted()).toEqual(DECLINE_REASONS.map(({ code, name }) => [code, name]));
  });
});

test.each(["form", "json"] as const)("both signatures are as documented (%s)", async (format) => {
  const received = await startSeller(() => ({}));
  cloudPayments.notify({ format });
  await cloudPayments.pay(charge("4111111111111111"));
  const [{ body, headers } = NOTHING] = received;
  const sign = (text: string) => createHmac("sha256", cloudPayments.apiSecret).update(text).digest("base64");
  expect(headers["content-hmac"]).toBe(sign(body));
  expect(headers["x-content-hmac"]).toBe(
    sign(format === "form" ? decodeURIComponent(body.replaceAll("+", " ")) : body),
  );
});

test("a payment that Check refuses, or doesn't answer, is declined", async () => {
  for (const answer of [{ body: '{"code":12}' }, { status: 500 }, { body: "no JSON" }]) {
    const received = await startSeller(() => answer);
    expect((await cloudPayments.pay(charge("4242424242424242"))).status).toBe("Declined");
    expect(received).toHaveLength(1);
  }
});

test("a Pay is repeated until it is accepted, and faults on the way happen as set", async () => {
  // Counted by body, because repeats for an earlier seller arrive here too.
  const seen = new Map<string, number>();
  const received = await startSeller(({ path, body }) => {
    seen.set(body, (seen.get(body) ?? 0) + 1);
    return path === "/pay" && isRefusing && (seen.get(body) ?? 0) < 3 ? { status: 503 } : {};
  });
  let isRefusing = true;
  const paysFor = (id: number) =>
    received.filter(({ path, body }) => path === "/pay" && body.includes(`TransactionId=${id}`));
  const repeated = await cloudPayments.pay(charge("4111111111111111"));
  await eventually(() => expect(paysFor(repeated.id)).toHaveLength(3));
  isRefusing = false;
  cloudPayments.setFaults({ kind: "duplicate", copies: 5, times: 1 });
  const copied = await cloudPayments.pay(charge("4111111111111111"));
  await eventually(() => expect(paysFor(copied.id)).toHaveLength(5));
  cloudPayments.setFaults({ kind: "flip-byte", times: 1 });
  const damaged = await cloudPayments.pay(charge("4111111111111111"));
  await eventually(() => expect(paysFor(damaged.id)).toHaveLength(1));
  const { body, headers } = paysFor(damaged.id)[0] ?? NOTHING;
  expect(headers["content-hmac"]).not.toBe(createHmac("sha256", cloudPayments.apiSecret).update(body).digest("base64"));
});

test("the API authenticates callers, lists and finds payments, and refunds once per request id", async () => {
  await startSeller(() => ({}));
  expect((await api("/test", {}, { authorization: "Basic bm9ib2R5" })).status).toBe(401);
  expect(await (await api("/test", {})).json()).toMatchObject({ Success: true });
  const { id } = await cloudPayments.pay({ ...charge("4111111111111111"), invoiceId: "order-api" });
  expect(await (await api("/payments/get", { TransactionId: id })).json()).toMatchObject({
    Success: true,
    Model: { TransactionId: id, Amount: 500, InvoiceId: "order-api", Status: "Completed", TestMode: true, Type: 0 },
  });
  expect(await (await api("/payments/find", { InvoiceId: "nothing" })).json()).toEqual({
    Success: false,
    Message: "Not found",
  });

  const refund = () => api("/payments/refund", { TransactionId: id, Amount: 200 }, { "x-request-id": "one" });
  const [first, again] = [await (await refund()).json(), await (await refund()).json()];
  expect(again).toEqual(first);
  const tooMuch = await api("/payments/refund", { TransactionId: id, Amount: 400 }, { "x-request-id": "two" });
  expect(await tooMuch.json()).toMatchObject({ Success: false });
  const span = {
    CreatedDateGte: new Date(Date.now() - 60_000).toISOString(),
    CreatedDateLte: new Date(Date.now() + 60_000).toISOString(),
  };
  const { Model } = (await (
    await api("/v2/payments/list", { ...span, PageNumber: 1, Statuses: ["Completed"] })
  ).json()) as {
    Model: { TransactionId: number; Type: number; OriginalTransactionId: number | null }[];
  };
  expect(
    Model.filter((each) => each.TransactionId === id || each.OriginalTransactionId === id).map(({ Type }) => Type),
  ).toEqual([0, 1]);
});
