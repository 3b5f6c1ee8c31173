/** The visitor's decision about cookies, as this browser stores it. */
import { useSyncExternalStore } from "react";
import { readConsent, storeConsent, type Categories } from "./categories.ts";

/** `undecided` until the visitor decides; undefined in a prerender, which knows nothing about the browser. */
export type Consent = Categories | "undecided" | undefined;

let consent: Consent;
/** The element that opened the popup again. */
let opener: HTMLElement | undefined;
const listeners = new Set<() => void>();

/** Returns the decision, and follows changes. */
export function useConsent(): Consent {
  return useSyncExternalStore(
    subscribe,
    () => (consent ??= readConsent() ?? "undecided"),
    () => undefined,
  );
}

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

/** Whether the visitor asked for the popup; if not, it opened automatically and must not take the focus. */
export const isAskedAgain = () => opener !== undefined;

/** Stores a decision. The focus returns to the element that opened the popup, if there was one. */
export function decide(categories: Categories): void {
  keep(categories);
  opener?.focus();
  opener = undefined;
}

/** Clears the decision, so that the popup asks again. */
export function askAgain(from: HTMLElement): void {
  opener = from;
  keep(undefined);
}

function keep(categories: Categories | undefined): void {
  storeConsent(categories, new Date());
  consent = categories ?? "undecided";
  for (const listener of listeners) listener();
}
