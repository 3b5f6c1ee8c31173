/**
 * For tests: a separate sandbox whose every answer is checked against Binance's descriptions, and traders who talk to
 * it.
 */
import { expect, onTestFinished } from "vitest";
import { openContract } from "../contract-check.ts";
import {
  sandboxCredential,
  simulatorsOf,
  startSandbox,
  type CredentialName,
  type Environment,
  type Exchange,
  type Sandbox,
  type SandboxOptions,
} from "../index.ts";
import type { BinanceOptions } from "./binance.ts";
import { signatureOf } from "./signed-request.ts";

export type BinanceVenue = "BINANCE_SPOT" | "BINANCE_FUTURES";
export type Fields = Readonly<Record<string, string | number | undefined>>;

export interface Reply {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
  readonly json: any;
}

interface OpenOptions extends BinanceOptions {
  readonly key?: CredentialName;
  readonly environment?: Environment;
}

const CONTRACTS = { BINANCE_SPOT: openContract("binance-spot"), BINANCE_FUTURES: openContract("binance-futures") };

function contradictions({ venue, method, url, requestHeaders, requestBody, status, responseBody, fault }: Exchange) {
  // 404 isn't an answer of the API: the host doesn't have that route, as the demo environment doesn't have the
  // wallet's.
  if (fault !== undefined || status === 404 || (venue !== "BINANCE_SPOT" && venue !== "BINANCE_FUTURES")) return [];
  const contract = CONTRACTS[venue];
  const wrong = contract.checkResponse(method, url, status, responseBody);
  // A request that was refused may be anything.
  if (status === 200) wrong.push(...contract.checkRequest(method, url, requestBody, requestHeaders));
  return wrong.map((what) => `${method} ${url}: ${what}: ${responseBody}`);
}

/**
 * Opens a sandbox for the running test, closed when it ends, with its clock and the demo user `pro` with a key of that
 * venue.
 */
export async function openBinance(
  venue: BinanceVenue,
  { key = "pro", environment = "demo", ...options }: OpenOptions = {},
): Promise<{ sandbox: Sandbox; clock: { ms: number }; trader: BinanceTrader }> {
  const clock = { ms: Date.UTC(2026, 10, 20, 9, 30) };
  const own: SandboxOptions = venue === "BINANCE_SPOT" ? { binanceSpot: options } : { binanceFutures: options };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.ms,
    onExchange: (exchange) => exchanges.push(exchange),
    simulators: simulatorsOf("BINANCE_SPOT", "BINANCE_FUTURES"),
    ...own,
  });
  onTestFinished(async () => {
    await sandbox.close();
    expect(exchanges.flatMap(contradictions), "answers, and requests that were served, are as described").toEqual([]);
  });
  return { sandbox, clock, trader: traderOf(sandbox, venue, key, environment, clock) };
}

/** Returns the trader of that name, known from the start. */
export function traderOf(
  sandbox: Sandbox,
  venue: BinanceVenue,
  name: CredentialName,
  environment: Environment,
  clock: { readonly ms: number },
): BinanceTrader {
  const { account, secret } = sandboxCredential(name, environment, venue);
  const { apiUrl, demoApiUrl } = venue === "BINANCE_SPOT" ? sandbox.binanceSpot : sandbox.binanceFutures;
  return new BinanceTrader(venue, environment === "live" ? apiUrl : demoApiUrl, { apiKey: account, secret }, clock);
}

/** Someone with a key. Orders buy 0.01 BTC by default. */
export class BinanceTrader {
  readonly venue: BinanceVenue;
  readonly url: string;
  readonly apiKey: string;
  readonly #secret: string;
  readonly #clock: { readonly ms: number };

  constructor(
    venue: BinanceVenue,
    url: string,
    { apiKey, secret }: { readonly apiKey: string; readonly secret: string },
    clock: { readonly ms: number },
  ) {
    [this.venue, this.url, this.apiKey, this.#secret, this.#clock] = [venue, url, apiKey, secret, clock];
  }

  get orderPath(): string {
    return this.venue === "BINANCE_SPOT" ? "/api/v3/order" : "/fapi/v1/order";
  }

  /** Returns a request's form, timestamp and signature last; an undefined field isn't sent. */
  signed(fields: Fields = {}): string {
    const payload = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...fields, timestamp: fields["timestamp"] ?? this.#clock.ms }))
      if (value !== undefined) payload.set(name, String(value));
    const text = payload.toString();
    return `${text}&signature=${signatureOf(text, this.#secret)}`;
  }

  market(fields: Fields = {}, signal?: AbortSignal): Promise<Reply> {
    return this.post(
      this.orderPath,
      { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01", ...fields },
      signal,
    );
  }

  limit(fields: Fields = {}): Promise<Reply> {
    return this.market({ type: "LIMIT", timeInForce: "GTC", price: "100000", ...fields });
  }

  find(fields: Fields): Promise<Reply> {
    return this.get(this.orderPath, { symbol: "BTCUSDT", ...fields });
  }

  cancel(fields: Fields): Promise<Reply> {
    return this.send("DELETE", `${this.orderPath}?${this.signed({ symbol: "BTCUSDT", ...fields })}`);
  }

  get(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("GET", `${path}?${this.signed(fields)}`);
  }

  post(path: string, fields: Fields, signal?: AbortSignal): Promise<Reply> {
    return this.send("POST", path, this.signed(fields), signal);
  }

  /** Sends a request as it is: `path` with its query, `form` as the body. */
  async send(method: string, path: string, form?: string, signal?: AbortSignal): Promise<Reply> {
    const headers: Record<string, string> = { "x-mbx-apikey": this.apiKey };
    if (form !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers,
      ...(form !== undefined && { body: form }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }
}
