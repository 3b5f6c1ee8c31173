import {
  checkout as checkoutAnswer,
  checkoutPayload,
  lastCheckoutAnswer,
  problemDetails,
  type LastCheckout,
} from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import * as z from "zod";
import { languageOf } from "../../platform/http/language.ts";
import { bodyOf, keepBodies } from "../../platform/http/json-bodies.ts";
import type { Guards } from "../../identity/auth/index.ts";
import type { createCheckout } from "./checkout.ts";
import type { Code } from "./judge.ts";
import { NOTIFICATIONS, type PostedNotification } from "./notifications.ts";

/** Enough for a user's own pace; each checkout stores an order. */
const perAddress = { rateLimit: { max: 30, timeWindow: "1 minute" } };

const CHECKOUT_SCHEMA = {
  tags: ["subscriptions"],
  summary: "Opens a checkout: what the payment widget is started with",
  body: checkoutPayload,
  response: { 200: checkoutAnswer, 409: problemDetails, 503: problemDetails },
} as const;

const LAST_CHECKOUT_SCHEMA = {
  tags: ["subscriptions"],
  summary: "How the latest checkout stands, and why its payment was declined",
  response: { 200: lastCheckoutAnswer, 401: problemDetails },
} as const;

export interface CheckoutRouteParts {
  readonly checkout: ReturnType<typeof createCheckout>;
  readonly lastCheckout: (userId: string) => Promise<LastCheckout | null>;
  /** @throws {Problem} consents_needed */
  readonly requireConsents: (userId: string) => Promise<void>;
}

export function checkoutRoute(
  { checkout, lastCheckout, requireConsents }: CheckoutRouteParts,
  { requireUser }: Guards,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/subscriptions/me/checkout",
      { onRequest: requireUser, config: perAddress, schema: CHECKOUT_SCHEMA },
      async (request) => {
        const { user, body } = request;
        await requireConsents(user.id);
        return await checkout({ ...user, language: languageOf(request) }, body.plan);
      },
    );
    app.get(
      "/subscriptions/me/checkout",
      { onRequest: requireUser, schema: LAST_CHECKOUT_SCHEMA },
      async ({ user }) => ({ last: await lastCheckout(user.id) }),
    );
  };
}

/** POST /payments/cloudpayments/{check,pay,fail,refund,cancel,chargeback}: only for CloudPayments, which signs them. */
export function notificationRoutes(take: (posted: PostedNotification) => Promise<Code>): FastifyPluginAsync {
  return async (app) => {
    keepBodies(app);
    for (const kind of NOTIFICATIONS) {
      app.post(
        `/payments/cloudpayments/${kind}`,
        {
          schema: {
            tags: ["payments"],
            summary: `CloudPayments' notification ${kind}, signed by Content-HMAC`,
            response: { 200: z.object({ code: z.number() }), 403: problemDetails, 503: problemDetails },
          },
        },
        async (request) => {
          const { headers, ip: address } = request;
          const { "content-type": contentType, "content-hmac": signature } = headers;
          return { code: await take({ kind, body: bodyOf(request), contentType, signature, address }) };
        },
      );
    }
  };
}
