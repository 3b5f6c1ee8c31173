/** What holds the login form over a page. It opens in a document that the counter has never been in, loaded anew if need be. */
import { useSyncExternalStore } from "react";
import { claimForSession } from "../../core/consent/analytics.ts";
import { readStored } from "../../lib/local-storage.ts";

type Opening = "login" | "menu";

/** What the document is loaded anew for. */
const LOADED_FOR = "opening";

/** Null: nothing. Undefined: what this document was loaded for hasn't been looked at. */
let opened: Opening | null | undefined;
const listeners = new Set<() => void>();

/** What is open now, and from now on. */
export const useOpening = () => useSyncExternalStore(subscribe, read, () => null);

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

function read(): Opening | null {
  if (opened === undefined) {
    opened = (readStored(LOADED_FOR, "sessionStorage") ?? null) as Opening | null;
    if (opened) {
      sessionStorage.removeItem(LOADED_FOR);
      claimForSession();
    }
  }
  return opened;
}

export function open(what: Opening): void {
  if (claimForSession()) return show(what);
  sessionStorage.setItem(LOADED_FOR, what);
  location.reload();
}

export const close = () => show(null);

function show(what: Opening | null): void {
  opened = what;
  for (const listener of listeners) listener();
}
