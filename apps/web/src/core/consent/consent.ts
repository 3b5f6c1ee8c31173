/** The visitor's decision about cookies, as this browser keeps it. */
import { useSyncExternalStore } from "react";
import { readConsent, storeConsent, type Categories } from "./categories.ts";

/** `undecided` until the visitor decides; undefined while a page is prerendered, which knows nothing of the browser. */
export type Consent = Categories | "undecided" | undefined;

let consent: Consent;
/** What asked for the popup once more. */
let opener: HTMLElement | undefined;
const listeners = new Set<() => void>();

/** The decision now, and from now on. */
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

/** Whether the visitor asked for the popup; otherwise it comes by itself, and must not take the focus. */
export const isAskedAgain = () => opener !== undefined;

/** Keeps a decision. The focus goes back to what asked for it, if anything did. */
export function decide(categories: Categories): void {
  keep(categories);
  opener?.focus();
  opener = undefined;
}

/** Forgets the decision, so that it is asked for again. */
export function askAgain(from: HTMLElement): void {
  opener = from;
  keep(undefined);
}

function keep(categories: Categories | undefined): void {
  storeConsent(categories, new Date());
  consent = categories ?? "undecided";
  for (const listener of listeners) listener();
}
