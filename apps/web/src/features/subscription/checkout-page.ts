/**
 * The checkout has a page of its own, the only one whose policy allows the payment script. Users enter and leave it by
 * loading a document, so that the script never shares one with the form that takes broker keys:
 * docs/decisions/payments.md.
 */
import { PLANS, type Plan } from "@chartrelay/contract";
import type { PaymentEnded, PaymentResult } from "./widget.ts";

const CHECKOUT_PATH = "/profile/checkout";
const LAST_PAYMENT = "last_payment";
const END_BEFORE = "pro_until_before_payment";

/** The page that each end of a payment leads to: specification, section 4. */
const PAGE_AFTER: Readonly<Record<PaymentResult, string>> = {
  success: "/successful-payment",
  fail: "/failed-payment",
  closed: CHECKOUT_PATH,
};

/** Returns the checkout's address; without a plan it offers the default one. */
export function checkoutAddress(plan?: Plan): string {
  return plan ? `${CHECKOUT_PATH}?plan=${plan}` : CHECKOUT_PATH;
}

/** Returns the plan that an address names, if it is on offer. */
export function planIn(search: string, offered: readonly Plan[]): Plan | undefined {
  const named = new URLSearchParams(search).get("plan");
  return PLANS.find((plan) => plan === named && offered.includes(plan));
}

/** Returns the checkout for the plan that was chosen before signing in or up; undefined if none was. */
export function chosenCheckout(search: string): string | undefined {
  const plan = planIn(search, PLANS);
  return plan && checkoutAddress(plan);
}

/** A payment that has just ended, as this browser saw it. */
export interface LastPayment extends PaymentEnded {
  readonly plan: Plan;
}

/** Leaves the checkout for the page that says how it ended. `end` is when PRO was to end before the payment. */
export function leaveCheckout(ended: PaymentEnded, plan: Plan, end: string | null): void {
  sessionStorage.setItem(LAST_PAYMENT, JSON.stringify({ ...ended, plan } satisfies LastPayment));
  sessionStorage.setItem(END_BEFORE, end ?? "");
  location.assign(ended.result === "closed" ? checkoutAddress(plan) : PAGE_AFTER[ended.result]);
}

let ledHere: { readonly payment: LastPayment | undefined } | undefined;

/** Returns the payment that led to this document; undefined if none did. The next document doesn't see it. */
export function lastPayment(): LastPayment | undefined {
  if (!ledHere) {
    const stored = sessionStorage.getItem(LAST_PAYMENT);
    sessionStorage.removeItem(LAST_PAYMENT);
    ledHere = { payment: stored === null ? undefined : (JSON.parse(stored) as LastPayment) };
  }
  return ledHere.payment;
}

/** Returns when PRO was to end before the payment that led here: a different end is due to the payment. */
export const endBefore = () => sessionStorage.getItem(END_BEFORE);
