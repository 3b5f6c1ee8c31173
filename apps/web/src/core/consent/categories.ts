/** What a visitor may allow: specification, sections 3 and 4. */
import { readStored, store } from "../../lib/local-storage.ts";

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

/** Returns what the visitor allowed; undefined before a decision. */
export function readConsent(): Categories | undefined {
  if (readStored(FLAG) !== "true") return undefined;
  const allowed = (readStored(LIST) ?? "").split(",");
  return { basic: true, analytics: allowed.includes("analytics"), advertising: allowed.includes("advertising") };
}

/** Stores a decision made at `now`; undefined clears it. */
export function storeConsent(categories: Categories | undefined, now: Date): void {
  const allowed = Object.entries(categories ?? {})
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  store(FLAG, categories && "true");
  store(LIST, categories && allowed.join(","));
  store(PROOF, categories && JSON.stringify({ popup: POPUP_VERSION, at: now.toISOString(), allowed }));
}
