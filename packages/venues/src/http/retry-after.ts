import type { HttpAnswer } from "./client.ts";

/** How long an answer's Retry-After (seconds, or an HTTP date: RFC 9110, 10.2.3) asks to wait; undefined when it doesn't. */
export function retryAfterMs(headers: HttpAnswer["headers"], nowMs: number): number | undefined {
  const value = headers["retry-after"];
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
