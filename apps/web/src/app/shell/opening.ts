/** Opens the login form over a page: only in a document that the counter has never run in, reloading if need be. */
import { useSyncExternalStore } from "react";
import { claimForSession } from "../../core/consent/analytics.ts";
import { readStored } from "../../lib/local-storage.ts";

export type Opening = "login" | "menu";

/** The key of what the document was reloaded for. */
const LOADED_FOR = "opening";

/** Null: nothing is open. Undefined: we haven't yet checked what this document was loaded for. */
let opened: Opening | null | undefined;
const listeners = new Set<() => void>();

/** Returns what is open, and follows changes. */
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
  // The login screen has the form already: features/auth/login-screen.tsx.
  const field = what === "login" && document.querySelector<HTMLElement>("[data-login-screen] input");
  if (field) return field.focus();
  if (claimForSession()) return show(what);
  sessionStorage.setItem(LOADED_FOR, what);
  location.reload();
}

export const close = () => show(null);

function show(what: Opening | null): void {
  opened = what;
  for (const listener of listeners) listener();
}
