/** Alor's two environments, live and test, and requests to them with an access token. */
import { CONNECTIONS_TO_A_HOST } from "../calls.ts";
import { createHttpClient, type HttpReply, type HttpRequest } from "../http/client.ts";
import { withoutSecrets } from "../http/secrets.ts";
import { PRICE_TIMEOUT_MS } from "../present-price.ts";
import type { Credentials } from "../venue.ts";
import { STREAM_TIMES, type StreamTimes } from "./stream-times.ts";
import { createAccessTokens, type AccessToken, type AccessTokens } from "./token.ts";

export interface AlorOptions {
  readonly apiUrl: string;
  readonly oauthUrl: string;
  readonly demoApiUrl: string;
  readonly demoOauthUrl: string;
  /** Milliseconds since the Unix epoch; the system clock by default. */
  readonly now?: () => number;
  readonly timeouts?: Partial<AlorTimeouts>;
  readonly stream?: Partial<StreamTimes>;
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

/**
 * What a request is for. Each has connections of its own, so that what is read or cancelled never takes an order's. The
 * number of reads at once is also what Alor limits (docs/venues/alor.md, Errors).
 */
type Purpose = "orders" | "cancels" | "reads";
const CONNECTIONS_FOR: Readonly<Record<Exclude<Purpose, "orders">, number>> = { cancels: 16, reads: 16 };

export interface Environments {
  readonly tokens: AccessTokens;
  readonly now: () => number;
  readonly timeouts: AlorTimeouts;
  readonly streamTimes: StreamTimes;
  /**
   * Sends `request` with an access token and, if that is refused, once more with a new one: a 401 comes before anything
   * is done. The second request is identical to the byte, X-REQID included (docs/pitfalls.md, V17).
   * @throws {NotSent} when no token is available.
   */
  authorized(
    request: HttpRequest,
    credentials: Credentials,
    signal: AbortSignal,
    purpose?: Purpose,
  ): Promise<Authorized>;
  /** Returns the address of the stream: `/ws` on the API's address. */
  streamUrl(credentials: Credentials): string;
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
  const connect = (url: string, connections = options.maxConnections ?? CONNECTIONS_TO_A_HOST) =>
    createHttpClient(url, { maxConnections: connections, connectTimeoutMs: timeouts.connectMs });
  const open = (apiUrl: string, oauthUrl: string) => ({
    orders: connect(apiUrl),
    cancels: connect(apiUrl, CONNECTIONS_FOR.cancels),
    reads: connect(apiUrl, CONNECTIONS_FOR.reads),
    oauth: connect(oauthUrl),
    streamUrl: streamUrlOf(apiUrl),
  });
  const live = open(options.apiUrl, options.oauthUrl);
  const demo = open(options.demoApiUrl, options.demoOauthUrl);
  const of = ({ isDemo }: Credentials) => (isDemo ? demo : live);
  const tokens = createAccessTokens((credentials) => of(credentials).oauth, { now, timeoutMs: timeouts.tokenMs });

  async function attempt(
    request: HttpRequest,
    credentials: Credentials,
    signal: AbortSignal,
    purpose: Purpose,
  ): Promise<Authorized> {
    const token = await tokens.get(credentials, signal);
    const headers = { ...request.headers, authorization: `Bearer ${token.jwt}` };
    return { token, reply: await of(credentials)[purpose].request({ ...request, headers }) };
  }

  return {
    tokens,
    now,
    timeouts,
    streamTimes: { ...STREAM_TIMES, ...options.stream },
    async authorized(request, credentials, signal, purpose = "orders") {
      const first = await attempt(request, credentials, signal, purpose);
      if (first.reply.kind !== "answer" || first.reply.status !== 401) return first;
      tokens.forget(credentials, first.token);
      return attempt(request, credentials, signal, purpose);
    },
    streamUrl: (credentials) => of(credentials).streamUrl,
    async close() {
      const clients = [live, demo].flatMap(({ orders, cancels, reads, oauth }) => [orders, cancels, reads, oauth]);
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function streamUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/ws`;
  return url.toString();
}

/**
 * Returns what may be kept of a reply's text: without the key, and without the token that was sent with the request.
 */
export function kept(text: string, { apiKey, secretKey }: Credentials, { jwt }: AccessToken): string {
  return withoutSecrets(text, [apiKey, secretKey, jwt]);
}
