/** Paying for PRO: what the user buys, and the parameters of the payment widget. */
import * as z from "zod/mini";
import { PLANS } from "./enumerations.ts";

export const checkoutPayload = z.object({ plan: z.enum(PLANS, "required") });
export type CheckoutPayload = z.infer<typeof checkoutPayload>;

/** The parameters of the widget's `start()`, under its own names: docs/venues/cloudpayments.md, Widget. */
export const widgetParameters = z.object({
  publicTerminalId: z.string(),
  /** Rubles. */
  amount: z.number(),
  currency: z.string(),
  paymentSchema: z.literal("Single"),
  description: z.string(),
  /** The order that the payment must match. */
  externalId: z.string(),
  culture: z.string(),
  skin: z.string(),
  autoClose: z.number(),
  receiptEmail: z.string(),
  emailBehavior: z.literal("Hidden"),
  userInfo: z.object({ accountId: z.string(), email: z.string() }),
  tokenize: z.literal(false),
  retryPayment: z.boolean(),
  receipt: z.object({
    items: z.array(
      z.object({
        label: z.string(),
        price: z.number(),
        quantity: z.number(),
        amount: z.number(),
        /** No VAT, which isn't the same as a rate of 0. */
        vat: z.null(),
        method: z.number(),
        object: z.number(),
      }),
    ),
    taxationSystem: z.number(),
    email: z.string(),
    amounts: z.object({ electronic: z.number() }),
  }),
});
export type WidgetParameters = z.infer<typeof widgetParameters>;

export const checkout = z.object({
  /** The widget's script. */
  widgetUrl: z.string(),
  /** The order can't be paid after this time. */
  expiresAt: z.string(),
  parameters: widgetParameters,
});
export type Checkout = z.infer<typeof checkout>;

/** How the latest checkout stands, as far as the payment service has told us. */
export const lastCheckout = z.object({
  plan: z.enum(PLANS),
  /** `open` until we know more, and as long as it can be paid. */
  state: z.enum(["open", "paid", "declined", "expired"]),
  /** When it came to that. */
  at: z.string(),
  /** Why it was declined: see `declineOf`. */
  reasonCode: z.nullable(z.number()),
});
export type LastCheckout = z.infer<typeof lastCheckout>;

/** GET /subscriptions/me/checkout; null if the user never opened one. */
export const lastCheckoutAnswer = z.object({ last: z.nullable(lastCheckout) });
export type LastCheckoutAnswer = z.infer<typeof lastCheckoutAnswer>;
