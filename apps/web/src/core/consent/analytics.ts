/**
 * Analytics: only after consent, and never in a document in which a session begins or is used. A third-party script can
 * read whatever its document holds, for as long as the document is open. So a document belongs to the counter or to a
 * session, whichever comes first.
 */
import { barsThirdParties } from "@chartrelay/contract";
import { useEffect } from "react";
import { accessToken } from "../session/access-token.ts";

interface Visit {
  readonly metrikaId: string | undefined;
  readonly isAllowed: boolean;
  /** The path of the page. */
  readonly path: string;
}

// Most visitors don't need it.
const loadMetrika = () => import("./metrika.ts");

/** Who owns this document, once that is decided. */
let owner: "counter" | "session" | undefined;

/** Keeps the counter out of this document for good. False if it already ran here: a session needs another document. */
export function claimForSession(): boolean {
  owner ??= "session";
  return owner === "session";
}

function claimForCounter(path: string): boolean {
  if (barsThirdParties(path) || (accessToken.read() !== undefined && claimForSession())) return false;
  owner ??= "counter";
  return owner === "counter";
}

/** Counts a visit of each public page while the visitor allows it. */
export function useAnalytics({ metrikaId, isAllowed, path }: Visit): void {
  const counter = isAllowed ? metrikaId : undefined;
  useEffect(() => {
    if (counter === undefined || !claimForCounter(path)) return undefined;
    let isCurrent = true;
    void loadMetrika().then(({ countVisit }) => isCurrent && countVisit(counter, path));
    return () => void (isCurrent = false);
  }, [counter, path]);
  useEffect(() => {
    if (counter === undefined) return undefined;
    return () => void loadMetrika().then(({ stopCounting }) => stopCounting(counter));
  }, [counter]);
}
