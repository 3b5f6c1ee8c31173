import { createHash } from "node:crypto";
import type { Credentials } from "./venue.ts";

/**
 * Returns the cache key of a trader's key: its environment and a hash of its secret, so that no secret is kept longer
 * than needed.
 */
export function credentialsKey({ secretKey, isDemo }: Credentials): string {
  return `${isDemo ? "demo" : "live"}:${createHash("sha256").update(secretKey).digest("base64")}`;
}
