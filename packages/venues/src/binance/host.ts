/**
 * Requests to one host of Binance: they pass its gate, are signed with its time, and are repeated only where that is
 * safe.
 */
import { createHttpClient, type HttpAnswer, type HttpReply } from "../http/client.ts";
import { refused, turnedAway, unavailable } from "../not-sent.ts";
import type { SharedBudgets } from "../shared-budgets.ts";
import type { Credentials } from "../venue.ts";
import { objectIn } from "../http/json-object.ts";
import { errorIn } from "./answer-body.ts";
import { createVenueClock } from "./clock.ts";
import { createGate, type Purpose, type Gate } from "./gate.ts";
import { encoded, signed, type Parameters } from "./signing.ts";

export interface HostOptions {
  readonly url: string;
  /** Returns the venue's time; weight 1. */
  readonly timePath: string;
  /** The weight that our address may use per minute until the venue says otherwise. */
  readonly weightPerMinute: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  readonly maxConnections: number;
  readonly connectMs: number;
  readonly timeMs: number;
  /** Undefined: nobody else uses our address. */
  readonly shared?: SharedBudgets | undefined;
}

interface HostRequest {
  readonly path: string;
  readonly parameters: Parameters;
  readonly purpose: Purpose;
  readonly weight: number;
  readonly timeoutMs: number;
}

export interface SignedRequest extends HostRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** It has its weight only if it is refused. Default: whether it is an order. */
  readonly isFreeOnSuccess?: boolean;
  /** In milliseconds, on the monotonic clock; after it, the request won't be signed. */
  readonly signBeforeMs?: number;
}

export interface Sent {
  readonly reply: HttpReply;
  /** To be removed from what is kept of the reply. */
  readonly signature: string;
}

/** A request that names a key and isn't signed. */
export interface KeyedRequest extends Omit<HostRequest, "parameters"> {
  readonly method: "POST" | "PUT";
}

export interface Host extends Pick<Gate, "allow"> {
  /**
   * Requests public data; returns the body of a 200.
   * @throws {NotSent} when there is none.
   */
  ask(request: HostRequest): Promise<string>;
  /**
   * Sends a signed request and, if the venue refuses its time, once more with a new time: such a request is refused
   * before anything is done.
   * @throws {NotSent} when it can't be sent now.
   */
  send(request: SignedRequest, credentials: Credentials, signal: AbortSignal): Promise<Sent>;
  /**
   * Sends a request with the key's name only.
   * @throws {NotSent} when it can't be sent now.
   */
  sendKeyed(request: KeyedRequest, credentials: Credentials, signal: AbortSignal): Promise<HttpReply>;
  /**
   * Returns what a request that goes another way has to be signed with: the venue's time. Its weight counts here.
   * @throws {NotSent} when it can't be sent now.
   */
  stamp(weight: number, purpose: Purpose, signal: AbortSignal): Promise<Stamp>;
  /** The venue's time by what we know, in milliseconds since the Unix epoch. */
  venueNow(): number;
  close(): Promise<void>;
}

export interface Stamp {
  /** Milliseconds since the Unix epoch, whole. */
  readonly timestamp: number;
  /** The venue refused this time: the next stamp asks it for its own again. */
  doubt(): void;
}

/** How long after its timestamp the venue accepts a request: its own default and advice. */
export const RECV_WINDOW_MS = 5_000;
/** Refused by the API's clock or, at futures, by the matching engine's (Binance's lists of error codes, both). */
const TIME_REFUSED: ReadonlySet<number | undefined> = new Set([-1021, -5028]);
const TIME_WEIGHT = 1;
/**
 * Keys are letters and digits. Anything else that a user typed might not be a valid header, or might upset the venue's
 * firewall.
 */
const API_KEY = /^[\w-]{1,256}$/;

export function createHost(options: HostOptions): Host {
  const { url, now, monotonic, shared } = options;
  const client = createHttpClient(url, {
    maxConnections: options.maxConnections,
    connectTimeoutMs: options.connectMs,
  });
  const clock = createVenueClock(askTime, now);
  const sharedGate = shared && {
    use: (minute: number, weight: number) => shared.use(url, minute, weight),
    close: (forMs: number) => shared.close(url, forMs),
    onClosed: (handler: (forMs: number) => void) => shared.onClosed(url, handler),
  };
  const gate = createGate(options.weightPerMinute, now, () => clock.now(), monotonic, sharedGate);

  async function ask({ path, parameters, purpose, weight, timeoutMs }: HostRequest): Promise<string> {
    const entry = await gate.enter(purpose, weight);
    const query = encoded(parameters);
    const reply = await client.request({ method: "GET", path: query ? `${path}?${query}` : path, timeoutMs });
    if (reply.kind !== "answer") throw unavailable();
    gate.heard(reply, entry);
    if (reply.status === 429 || reply.status === 418) throw turnedAway(reply, now());
    if (reply.status !== 200) throw unavailable();
    return reply.text;
  }

  async function askTime(): Promise<number> {
    const body = await ask({
      path: options.timePath,
      parameters: {},
      purpose: "rules",
      weight: TIME_WEIGHT,
      timeoutMs: options.timeMs,
    });
    const serverTime = objectIn(body)?.["serverTime"];
    if (typeof serverTime !== "number") throw unavailable();
    return serverTime;
  }

  async function attempt(
    request: SignedRequest,
    { apiKey, secretKey }: Credentials,
    signal: AbortSignal,
  ): Promise<Sent & { readonly offsetMs: number }> {
    const offsetMs = await clock.offsetMs(signal);
    const entry = await gate.enter(request.purpose, request.weight, request.isFreeOnSuccess);
    if (request.signBeforeMs !== undefined && monotonic() > request.signBeforeMs) throw unavailable();
    const { method, path, parameters, timeoutMs } = request;
    const timestamp = String(Math.floor(now() + offsetMs));
    const { query, signature } = signed({ ...parameters, recvWindow: String(RECV_WINDOW_MS), timestamp }, secretKey);
    const headers = { "x-mbx-apikey": apiKey };
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    const reply = await client.request(
      method !== "POST"
        ? { method, path: `${path}?${query}`, headers, timeoutMs, signal }
        : // In the body, not in the URL: URLs end up in logs (docs/pitfalls.md, V18).
          { method, path, headers: form, body: query, timeoutMs, signal },
    );
    if (reply.kind === "answer") gate.heard(reply, entry);
    return { reply, signature, offsetMs };
  }

  return {
    ask,
    allow: (weightPerMinute) => gate.allow(weightPerMinute),
    async send(request, credentials, signal) {
      if (!API_KEY.test(credentials.apiKey)) throw refused("CREDENTIALS_REFUSED");
      const first = await attempt(request, credentials, signal);
      if (first.reply.kind !== "answer" || !isTimeRefused(first.reply)) return first;
      clock.doubt(first.offsetMs);
      return attempt(request, credentials, signal);
    },
    async sendKeyed({ method, path, purpose, weight, timeoutMs }, { apiKey }, signal) {
      if (!API_KEY.test(apiKey)) throw refused("CREDENTIALS_REFUSED");
      const entry = await gate.enter(purpose, weight);
      const headers = { "x-mbx-apikey": apiKey };
      const reply = await client.request({ method, path, headers, timeoutMs, signal });
      if (reply.kind === "answer") gate.heard(reply, entry);
      return reply;
    },
    async stamp(weight, purpose, signal) {
      const offsetMs = await clock.offsetMs(signal);
      await gate.enter(purpose, weight);
      return { timestamp: Math.floor(now() + offsetMs), doubt: () => clock.doubt(offsetMs) };
    },
    venueNow: () => clock.now(),
    close: () => client.close(),
  };
}

function isTimeRefused(answer: HttpAnswer): boolean {
  return answer.status >= 400 && answer.status < 500 && TIME_REFUSED.has(errorIn(answer)?.code);
}
