/**
 * The checkout stands on a page of its own, the only one whose policy lets the payment script in. It is entered and left by
 * loading a document, so that the script never shares one with the form that takes broker keys: docs/decisions/payments.md.
 */
import { PLANS, type Plan } from "@chartrelay/contract";
import type { PaymentResult } from "./widget.ts";

const CHECKOUT_PATH = "/profile/checkout";
const LAST_RESULT = "payment_result";

/** Where each end of a payment leads: specification, section 4. */
const PAGE_AFTER: Readonly<Record<PaymentResult, string>> = {
  success: "/successful-payment",
  fail: "/failed-payment",
  closed: CHECKOUT_PATH,
};

export function checkoutAddress(plan: Plan): string {
  return `${CHECKOUT_PATH}?plan=${plan}`;
}

/** The plan that an address names, if it is one of those on offer. */
export function planIn(search: string, offered: readonly Plan[]): Plan | undefined {
  const named = new URLSearchParams(search).get("plan");
  return PLANS.find((plan) => plan === named && offered.includes(plan));
}

/** Leaves the checkout for the page that says how it ended. */
export function leaveCheckout(result: PaymentResult, plan: Plan): void {
  sessionStorage.setItem(LAST_RESULT, result);
  location.assign(result === "closed" ? checkoutAddress(plan) : PAGE_AFTER[result]);
}

let ledHere: { readonly result: PaymentResult | undefined } | undefined;

/** How the payment ended that led to this document; the next document isn't told. Undefined when none did. */
export function lastResult(): PaymentResult | undefined {
  if (!ledHere) {
    const stored = sessionStorage.getItem(LAST_RESULT);
    sessionStorage.removeItem(LAST_RESULT);
    ledHere = { result: (["success", "fail", "closed"] as const).find((known) => known === stored) };
  }
  return ledHere.result;
}
