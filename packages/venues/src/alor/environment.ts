/** Alor's two environments, live and test, and requests to them with an access token. */
import { CONNECTIONS_TO_A_HOST } from "../calls.ts";
import { createHttpClient, type HttpClient, type HttpReply, type HttpRequest } from "../http/client.ts";
import { withoutSecrets } from "../http/secrets.ts";
import { PRICE_TIMEOUT_MS } from "../present-price.ts";
import type { Credentials } from "../venue.ts";
import { createAccessTokens, type AccessToken, type AccessTokens } from "./token.ts";

export interface AlorOptions {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly demoApiUrl: string;
  readonly demoOauthUrl: string;
  /** Milliseconds since the Unix epoch; the system clock by default. */
  readonly now?: () => number;
  readonly timeouts?: Partial<AlorTimeouts>;
  /** To each of the four hosts. Thousands of simultaneous requests may get a client suspended (docs/venues/alor.md, Errors). */
  readonly maxConnections?: number;
}

/** All in milliseconds. */
export interface AlorTimeouts {
  readonly connectMs: number;
  readonly orderMs: number;
  readonly lookupMs: number;
  readonly tokenMs: number;
  readonly priceMs: number;
}

const TIMEOUTS: AlorTimeouts = {
  connectMs: 3_000,
  orderMs: 10_000,
  lookupMs: 5_000,
  tokenMs: 5_000,
  priceMs: PRICE_TIMEOUT_MS,
};

export interface Environments {
  readonly tokens: AccessTokens;
  readonly now: () => number;
  readonly timeouts: AlorTimeouts;
  /**
   * Sends `request` with an access token and, if that is refused, once more with a new one: a 401 comes before anything
   * is done. The second request is identical to the byte, X-REQID included (docs/pitfalls.md, V17).
   * @throws {NotSent} when no token is available.
   */
  authorized(request: HttpRequest, credentials: Credentials, signal: AbortSignal): Promise<Authorized>;
  close(): Promise<void>;
}

export interface Authorized {
  readonly reply: HttpReply;
  /** The token that was sent, to be removed from what is kept of the reply. */
  readonly token: AccessToken;
}

export function createEnvironments(options: AlorOptions): Environments {
  const now = options.now ?? Date.now;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const connect = (url: string) =>
    createHttpClient(url, {
      maxConnections: options.maxConnections ?? CONNECTIONS_TO_A_HOST,
      connectTimeoutMs: timeouts.connectMs,
    });
  const live = { api: connect(options.apiUrl), oauth: connect(options.oauthUrl) };
  const demo = { api: connect(options.demoApiUrl), oauth: connect(options.demoOauthUrl) };
  const of = ({ isDemo }: Credentials): { readonly api: HttpClient; readonly oauth: HttpClient } =>
    isDemo ? demo : live;
  const tokens = createAccessTokens((credentials) => of(credentials).oauth, { now, timeoutMs: timeouts.tokenMs });

  async function attempt(request: HttpRequest, credentials: Credentials, signal: AbortSignal): Promise<Authorized> {
    const token = await tokens.get(credentials, signal);
    const headers = { ...request.headers, authorization: `Bearer ${token.jwt}` };
    return { token, reply: await of(credentials).api.request({ ...request, headers }) };
  }

  return {
    tokens,
    now,
    timeouts,
    async authorized(request, credentials, signal) {
      const first = await attempt(request, credentials, signal);
      if (first.reply.kind !== "answer" || first.reply.status !== 401) return first;
      tokens.forget(credentials, first.token);
      return attempt(request, credentials, signal);
    },
    async close() {
      await Promise.all([live.api, live.oauth, demo.api, demo.oauth].map((client) => client.close()));
    },
  };
}

/**
 * Returns what may be kept of a reply's text: without the key, and without the token that was sent with the request.
 */
export function kept(text: string, { apiKey, secretKey }: Credentials, { jwt }: AccessToken): string {
  return withoutSecrets(text, [apiKey, secretKey, jwt]);
}
