/** Opens a checkout: stores the order that a payment must match, returns the widget's parameters and receipt. */
import {
  type Checkout,
  type Language,
  type LastCheckout,
  PAYMENT_CURRENCY,
  type Plan,
  PLAN_TERMS,
} from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { v7 as uuidv7 } from "uuid";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { fieldProblem, Problem } from "../../platform/http/problem.ts";
import type { Subscriptions } from "../subscriptions/index.ts";
import { rublesOf } from "./payment.ts";
import { findLastPaymentOrder, insertPaymentOrder } from "./store.ts";

const ORDER_LIFE_MS = 30 * 60_000;
/** The patent tax system, in CloudPayments' numbering: docs/venues/cloudpayments.md, Receipts. */
const TAXATION_SYSTEM = 5;
/** How long the widget shows success before it closes. */
const AUTO_CLOSE_S = 3;

/**
 * Returns how the user's latest checkout stands, as far as CloudPayments has told us; null if there never was one. Until
 * a notification arrives, a paid one is still open.
 */
export async function lastCheckoutOf(orm: Orm, userId: string, nowMs: number): Promise<LastCheckout | null> {
  const order = await findLastPaymentOrder(orm, userId);
  if (!order) return null;
  const { plan, createdAt, expiresAt, paidAt, declinedAt, declineCode } = order;
  const told = (state: LastCheckout["state"], at: Date, reasonCode: number | null = null) => {
    return { plan, state, at: at.toISOString(), reasonCode };
  };
  if (paidAt) return told("paid", paidAt);
  if (declinedAt) return told("declined", declinedAt, declineCode);
  return expiresAt.getTime() > nowMs ? told("open", createdAt) : told("expired", expiresAt);
}

export interface CheckoutParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly subscriptions: Pick<Subscriptions, "plansFor">;
  /** Undefined when payments are off. */
  readonly terminal: { readonly publicId: string; readonly widgetUrl: string } | undefined;
  /** The receipt's tags 1214 and 1212: the accountant decides them. */
  readonly receipt: { readonly method: number; readonly object: number };
}

/** The user who buys. */
export interface Buyer {
  readonly id: string;
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly language: Language;
}

/**
 * Returns a function that opens a checkout.
 * It throws {Problem} payments_off when payments are off, and validation_failed on `plan` for one that isn't offered.
 */
export function createCheckout({ database, clock, subscriptions, terminal, receipt }: CheckoutParts) {
  return async (buyer: Buyer, plan: Plan): Promise<Checkout> => {
    if (!terminal) throw new Problem("payments_off");
    if (!subscriptions.plansFor(buyer).includes(plan)) throw fieldProblem({ plan: "invalid" });
    const { months, priceKopecks: amountKopecks } = PLAN_TERMS[plan];
    const createdAt = new Date(clock.nowMs());
    const expiresAt = new Date(createdAt.getTime() + ORDER_LIFE_MS);
    const order = { id: uuidv7(), userId: buyer.id, plan, amountKopecks, createdAt, expiresAt };
    await insertPaymentOrder(database.orm, order);
    const amount = rublesOf(amountKopecks);
    // A receipt is a Russian document, whatever the buyer's language.
    const label = translator("ru")("checkout:receipt_item", { count: months });
    return {
      widgetUrl: terminal.widgetUrl,
      expiresAt: expiresAt.toISOString(),
      parameters: {
        publicTerminalId: terminal.publicId,
        amount,
        currency: PAYMENT_CURRENCY,
        paymentSchema: "Single",
        description: translator(buyer.language)("checkout:description"),
        externalId: order.id,
        culture: buyer.language === "ru" ? "ru-RU" : "en-US",
        skin: "classic",
        autoClose: AUTO_CLOSE_S,
        receiptEmail: buyer.email,
        emailBehavior: "Hidden",
        userInfo: { accountId: buyer.id, email: buyer.email },
        // No card is stored, so none can be charged again: docs/venues/cloudpayments.md, Law.
        tokenize: false,
        retryPayment: true,
        receipt: {
          items: [{ label, price: amount, quantity: 1, amount, vat: null, ...receipt }],
          taxationSystem: TAXATION_SYSTEM,
          email: buyer.email,
          amounts: { electronic: amount },
        },
      },
    };
  };
}
