/** Access checks: a request's key, clock and signature. docs/venues/binance.md, Signing. */
import type { Answer } from "../fault-delivery.ts";
import type { BinanceKey } from "./api-keys.ts";
import { LONG, type ParameterRule } from "./parameters.ts";
import { BAD_KEY_FORMAT, BAD_SIGNATURE, KEY_REJECTED, missing, refused, TOO_EARLY, TOO_OLD } from "./refusals.ts";
import { isSignedBy, type SentRequest } from "./signed-request.ts";

/** Where spot and futures read a signed request differently. */
export interface Dialect {
  readonly recvWindow: ParameterRule;
  /** Whether timestamps may be in microseconds. */
  readonly microseconds: boolean;
  /** Whether the signature must end the query string or the body: futures documentation, general-info. */
  readonly signatureLast: boolean;
}

interface Admission<Key> {
  readonly dialect: Dialect;
  readonly find: (apiKey: string) => Key | undefined;
  /** The venue's own clock, in milliseconds. */
  readonly clock: () => number;
}

interface Asker {
  readonly apiKey: string | undefined;
  readonly ip: string;
  /** The right that the request needs; undefined: any key will do. */
  readonly right: "trade" | "read" | undefined;
  /** Treats the key as revoked, whatever is known about it. */
  readonly isRevoked: boolean;
}

const DEFAULT_WINDOW_MS = 5000;
const LONGEST_WINDOW_MS = 60_000;
const EARLY_MS = 1000;

/** Returns the key that a request names, or the refusal. */
export function admitKey<Key extends BinanceKey>(
  { find, clock }: Pick<Admission<Key>, "find" | "clock">,
  { apiKey, ip, right, isRevoked }: Asker,
): Key | Answer {
  if (!apiKey || !/^[A-Za-z0-9_-]{1,64}$/.test(apiKey)) return BAD_KEY_FORMAT;
  const key = find(apiKey);
  if (!key || isRevoked || key.revoked || Date.parse(key.expiresAt) <= clock()) return KEY_REJECTED;
  if (key.allowedIps.length > 0 && !key.allowedIps.includes(ip)) return KEY_REJECTED;
  const isMissing = (right === "trade" && key.readOnly) || (right === "read" && key.tradeOnly);
  return isMissing ? KEY_REJECTED : key;
}

/** Returns the key of a signed request that passes the checks, or the refusal. */
export function admit<Key extends BinanceKey>(
  admission: Admission<Key>,
  sent: SentRequest,
  asker: Asker,
): Key | Answer {
  const key = admitKey(admission, asker);
  if ("status" in key) return key;
  const { dialect, clock } = admission;
  const late = refuseTiming(dialect, sent, clock());
  if (late) return late;
  const signature = sent.parameters.get("signature");
  if (signature === undefined) return missing("signature");
  if (dialect.signatureLast && !sent.signedLast) return BAD_SIGNATURE;
  return isSignedBy(key.secret, sent.payload, signature) ? key : BAD_SIGNATURE;
}

function refuseTiming(
  { recvWindow, microseconds }: Dialect,
  { parameters }: SentRequest,
  now: number,
): Answer | undefined {
  const [timestamp, window] = [parameters.get("timestamp"), parameters.get("recvWindow")];
  if (!timestamp) return missing("timestamp");
  const illegal = LONG.refuse(timestamp, "timestamp") ?? (window ? recvWindow.refuse(window, "recvWindow") : undefined);
  if (illegal) return illegal;
  const windowMs = window ? Number(window) : DEFAULT_WINDOW_MS;
  if (windowMs > LONGEST_WINDOW_MS)
    return refused(-1102, "'recvWindow' contains unexpected value. Cannot be greater than 60000.");
  const sentAtMs = microseconds && timestamp.length >= 16 ? Number(timestamp) / 1000 : Number(timestamp);
  if (sentAtMs >= now + EARLY_MS) return TOO_EARLY;
  return now - sentAtMs > windowMs ? TOO_OLD : undefined;
}
