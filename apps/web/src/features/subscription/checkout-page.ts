/**
 * The checkout has a page of its own, the only one whose policy allows the payment script. Users enter and leave it by
 * loading a document, so that the script never shares one with the form that takes broker keys:
 * docs/decisions/payments.md.
 */
import { PLANS, type Plan } from "@chartrelay/contract";
import type { PaymentResult } from "./widget.ts";

const CHECKOUT_PATH = "/profile/checkout";
const LAST_RESULT = "payment_result";
const END_BEFORE = "pro_until_before_payment";

/** The page that each end of a payment leads to: specification, section 4. */
const PAGE_AFTER: Readonly<Record<PaymentResult, string>> = {
  success: "/successful-payment",
  fail: "/failed-payment",
  closed: CHECKOUT_PATH,
};

export function checkoutAddress(plan: Plan): string {
  return `${CHECKOUT_PATH}?plan=${plan}`;
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

/** Leaves the checkout for the page that says how it ended. `end` is when PRO was to end before the payment. */
export function leaveCheckout(result: PaymentResult, plan: Plan, end: string | null): void {
  sessionStorage.setItem(LAST_RESULT, result);
  sessionStorage.setItem(END_BEFORE, end ?? "");
  location.assign(result === "closed" ? checkoutAddress(plan) : PAGE_AFTER[result]);
}

let ledHere: { readonly result: PaymentResult | undefined } | undefined;

/** Returns how the payment that led to this document ended; undefined if none did. The next document doesn't see it. */
export function lastResult(): PaymentResult | undefined {
  if (!ledHere) {
    const stored = sessionStorage.getItem(LAST_RESULT);
    sessionStorage.removeItem(LAST_RESULT);
    ledHere = { result: (["success", "fail", "closed"] as const).find((known) => known === stored) };
  }
  return ledHere.result;
}

/** Returns when PRO was to end before the payment that led here: a different end is due to the payment. */
export const endBefore = () => sessionStorage.getItem(END_BEFORE);
