/** The answers that faults forge, in Binance's words. */
import type { VenueName } from "@chartrelay/contract";
import { retryAfter, type Answer, type Forge } from "../fault-delivery.ts";
import type { FaultOf } from "../faults.ts";
import { refused } from "./refusals.ts";

const UNKNOWN = { status: 503, code: -1000, msg: "Unknown error, please check your request or try again later." };
/** docs/venues/binance.md, Unknown outcome, and Futures: unknown outcome. */
const OUTCOME_UNKNOWN = {
  "unknown-error": UNKNOWN,
  timeout: {
    status: 408,
    code: -1007,
    msg: "Timeout waiting for response from backend server. Send status unknown; execution status unknown.",
  },
  "unexpected-response": {
    status: 500,
    code: -1006,
    msg: "An unexpected response was received from the message bus. Execution status unknown.",
  },
} as const;
const TURNED_AWAY = {
  unavailable: { status: 503, code: -1000, msg: "Service Unavailable." },
  "internal-error": {
    status: 503,
    code: -1001,
    msg: "Internal error; unable to process your request. Please try again.",
  },
  throttled: {
    status: 503,
    code: -1008,
    msg: "Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.",
  },
  maintenance: { status: 503, code: -1016, msg: "This service is no longer available." },
} as const;
/** Spot reports overload in other words: errors.md, -1008. */
const SPOT_OVERLOADED = "Server is currently overloaded with other requests. Please try again in a few minutes.";
const GATEWAY_TIMEOUT = 504;

/** Returns the function that forges answers for one of the two venues. */
export function forgeFor(venue: VenueName, clock: () => number): Forge {
  const isSpot = venue === "BINANCE_SPOT";
  const worded = (fault: FaultOf<"outcome-unknown" | "turned-away">, path: string): Answer => {
    const { status, code, msg } =
      fault.kind === "outcome-unknown" ? OUTCOME_UNKNOWN[fault.variant] : TURNED_AWAY[fault.variant];
    const text = isSpot && code === -1008 ? SPOT_OVERLOADED : msg;
    if (!fault.coded) return { status, body: { timestamp: Math.floor(clock()), path, msg: text } };
    // Spot's documentation only has 5xx.
    return refused(code, text, isSpot && status === 408 ? GATEWAY_TIMEOUT : status);
  };
  return (fault, path) => {
    switch (fault.kind) {
      case "outcome-unknown":
      case "turned-away":
        return worded(fault, path);
      case "5xx":
      case "accept-then-5xx":
        return fault.body === "json" ? refused(UNKNOWN.code, UNKNOWN.msg, fault.status) : undefined;
      case "429":
      case "418":
        return {
          ...refused(
            -1003,
            fault.kind === "429" ? "Too many requests." : "Way too many requests; IP banned.",
            Number(fault.kind),
          ),
          headers: retryAfter(fault.retryAfterS),
        };
      case "drop":
      case "accept-then-drop":
      case "hang":
      case "malformed":
        return undefined;
    }
  };
}
