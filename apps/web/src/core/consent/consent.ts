/** The visitor's decision about cookies, as this browser stores it: specification, sections 3 and 4. */
import { useSyncExternalStore } from "react";
import { readStored, store } from "../../lib/local-storage.ts";

/** What a visitor may allow. */
export interface Categories {
  /** Without these the site doesn't work; always true. */
  readonly basic: boolean;
  readonly analytics: boolean;
  readonly advertising: boolean;
}

export const ALL_CATEGORIES: Categories = { basic: true, analytics: true, advertising: true };
export const ONLY_BASIC: Categories = { basic: true, analytics: false, advertising: false };

const FLAG = "accepted_cookies_v1";
const LIST = "accepted_cookies_list_v1";
/** When the visitor decided, and on which wording: we must be able to prove the consent. */
const PROOF = "accepted_cookies_proof_v1";
/** Raise it with each change of the popup's wording; the texts are in the namespace `consent`. */
const POPUP_VERSION = 1;

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

/** Returns what the visitor allowed; undefined before a decision. */
function readConsent(): Categories | undefined {
  if (readStored(FLAG) !== "true") return undefined;
  const allowed = (readStored(LIST) ?? "").split(",");
  return { basic: true, analytics: allowed.includes("analytics"), advertising: allowed.includes("advertising") };
}

/** Stores a decision made at `now`; undefined clears it. */
function storeConsent(categories: Categories | undefined, now: Date): void {
  const allowed = Object.entries(categories ?? {})
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  store(FLAG, categories && "true");
  store(LIST, categories && allowed.join(","));
  store(PROOF, categories && JSON.stringify({ popup: POPUP_VERSION, at: now.toISOString(), allowed }));
}
