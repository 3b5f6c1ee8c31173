/** Faults that every adapter has to survive, for their tests. */
import type { Reason } from "@chartrelay/contract";
import type { FaultInput } from "@chartrelay/sandbox";

/** After any of these, nobody knows whether the order was executed. */
export const IN_DOUBT: readonly (readonly [string, FaultInput])[] = [
  ["a connection closed before the order took effect", { kind: "drop" }],
  ["a connection closed after it", { kind: "accept-then-drop" }],
  ["a gateway's 502 over an executed order", { kind: "accept-then-5xx" }],
  ["a 500", { kind: "5xx", status: 500 }],
  ["a 504 page", { kind: "5xx", status: 504, body: "html" }],
  ["a page with status 200", { kind: "malformed", variant: "html" }],
  ["half an answer", { kind: "malformed", variant: "half-json", executed: true }],
];

/** If any of these hits a request that an order needs first, the order isn't sent. */
export const BEFORE_THE_SEND: readonly FaultInput[] = [
  { kind: "drop" },
  { kind: "5xx" },
  { kind: "malformed", variant: "html" },
  { kind: "malformed", variant: "half-json" },
  { kind: "hang" },
];

/** Returns a timeout for requests that the fault strikes: only one that hangs has to run into it. */
export const timeoutMsFor = ({ kind }: FaultInput): number => (kind === "hang" ? 100 : 5_000);

/** What can go wrong when a price is asked for, and what is then said of it. */
export const WITHOUT_PRICE: readonly (readonly [FaultInput, Reason])[] = [
  [{ operation: "market-data", kind: "drop" }, "VENUE_UNAVAILABLE"],
  [{ operation: "market-data", kind: "5xx" }, "VENUE_UNAVAILABLE"],
  [{ operation: "market-data", kind: "hang" }, "VENUE_UNAVAILABLE"],
  [{ operation: "market-data", kind: "malformed", variant: "html" }, "VENUE_UNAVAILABLE"],
  [{ operation: "market-data", kind: "malformed", variant: "half-json" }, "VENUE_UNAVAILABLE"],
  [{ operation: "market-data", kind: "429", retryAfterS: 1 }, "VENUE_THROTTLED"],
];
