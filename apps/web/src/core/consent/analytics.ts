/**
 * Analytics: only after consent, and never in a document that a session begins or is used in. A script of a third party reads
 * whatever its document holds, for as long as that is open: so a document belongs to the counter or to a session, whichever
 * comes first.
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

// Most visitors need none of it.
const loadMetrika = () => import("./metrika.ts");

/** Whose this document is, once that is settled. */
let owner: "counter" | "session" | undefined;

/** Keeps the counter out of this document for good. False: it has been here already, and a session needs another document. */
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
