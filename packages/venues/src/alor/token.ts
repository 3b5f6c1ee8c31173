/** Alor's access tokens: requested once, and used by every order until they are about to expire. */
import { credentialsKey } from "../credentials-key.ts";
import type { HttpAnswer, HttpClient } from "../http/client.ts";
import { refused, turnedAway, unavailable } from "../not-sent.ts";
import { SharedCache, type Loaded } from "../shared-cache.ts";
import type { Credentials } from "../venue.ts";

export interface AccessToken {
  readonly jwt: string;
  /** Portfolios that the token's owner may trade; undefined when the token doesn't list them. */
  readonly portfolios: ReadonlySet<string> | undefined;
  /** What it may do, e.g. OrdersRead, OrdersCreate; undefined when the token doesn't say. */
  readonly scope: ReadonlySet<string> | undefined;
}

/** Returns whether a token's owner may trade that portfolio, as far as the token says. */
export function opens({ portfolios }: AccessToken, portfolio: string): boolean {
  return portfolios?.has(portfolio) ?? true;
}

/** Returns whether a token has a right, as far as it says. */
export function may({ scope }: AccessToken, right: "OrdersRead" | "OrdersCreate"): boolean {
  return scope?.has(right) ?? true;
}

export interface AccessTokens {
  /** @throws {NotSent} when no token can be had, or `signal` ends the wait. */
  get(credentials: Credentials, signal: AbortSignal): Promise<AccessToken>;
  /** Does what `get` does, but always asks Alor: a cached token may have been revoked since. */
  renew(credentials: Credentials, signal: AbortSignal): Promise<AccessToken>;
  /** Makes the next order request a new token, unless one was requested already. */
  forget(credentials: Credentials, token: AccessToken): void;
}

/** The refresh interval of Alor's own SDK (docs/venues/alor.md, Auth), for a token that doesn't say when it expires. */
const UNSTATED_LIFE_MS = 10 * 60_000;
/** Leaves a fifth of a token's life, six of the usual thirty minutes, for a wrong clock and an order in flight. */
const USED_PART_OF_LIFE = 0.8;
const MAX_TOKENS = 10_000;

/**
 * Creates a cache of access tokens by environment and refresh token. Orders that arrive together share one refresh:
 * requesting a token with every request is unfair use (docs/venues/alor.md, Auth).
 */
export function createAccessTokens(
  oauthOf: (credentials: Credentials) => HttpClient,
  { now, timeoutMs }: { readonly now: () => number; readonly timeoutMs: number },
): AccessTokens {
  const cache = new SharedCache<AccessToken>(MAX_TOKENS, now);

  async function refresh(credentials: Credentials): Promise<Loaded<AccessToken>> {
    const reply = await oauthOf(credentials).request({
      method: "POST",
      path: "/refresh",
      // In the body, never in the URL: URLs end up in logs (docs/pitfalls.md, V18).
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: credentials.secretKey }),
      timeoutMs,
    });
    if (reply.kind !== "answer") throw unavailable();
    return readRefreshAnswer(reply, now());
  }

  return {
    get: (credentials, signal) => cache.get(credentialsKey(credentials), signal, () => refresh(credentials)),
    renew: (credentials, signal) => cache.renew(credentialsKey(credentials), signal, () => refresh(credentials)),
    forget: (credentials, token) => cache.forget(credentialsKey(credentials), token),
  };
}

/** Reads an answer that contains a token: no part of it may get into an outcome. */
function readRefreshAnswer(answer: HttpAnswer, nowMs: number): Loaded<AccessToken> {
  if (answer.status === 403) throw refused("CREDENTIALS_REFUSED");
  if (answer.status === 429) throw turnedAway(answer, nowMs);
  const jwt = answer.status === 200 ? jwtIn(answer.text) : undefined;
  if (jwt === undefined) throw unavailable();
  const { portfolios, scope, exp, iat } = claimsOf(jwt);
  const startMs = typeof iat === "number" ? iat * 1000 : nowMs;
  // A wrong clock can't falsify the token's lifetime, as it can the time of its end.
  const lifeMs = typeof exp === "number" ? exp * 1000 - startMs : UNSTATED_LIFE_MS;
  const value = { jwt, portfolios: words(portfolios), scope: words(scope) };
  return { value, freshUntil: nowMs + lifeMs * USED_PART_OF_LIFE };
}

/**
 * Returns the token in an answer. The contract declares the answer as a string and shows an object
 * (docs/venues/alor.md, Contradictions 4): we accept both.
 */
function jwtIn(text: string): string | undefined {
  const body = parsed(text);
  const jwt = typeof body === "object" && body !== null && "AccessToken" in body ? body.AccessToken : body;
  return typeof jwt === "string" && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(jwt) ? jwt : undefined;
}

function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  const claims = parsed(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString("utf8"));
  return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : {};
}

/** Reads a list: Alor separates its words by spaces. */
function words(claim: unknown): ReadonlySet<string> | undefined {
  if (typeof claim === "string") return new Set(claim.split(/[\s,]+/).filter((word) => word !== ""));
  if (Array.isArray(claim)) return new Set(claim.filter((word) => typeof word === "string"));
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
