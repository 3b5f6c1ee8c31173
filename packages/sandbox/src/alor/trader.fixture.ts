/**
 * For tests: a separate sandbox whose every answer is checked against Alor's description, and a trader who talks to it.
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
} from "../index.ts";
import type { RequestType } from "./order-body.ts";

const contract = openContract("alor");

export interface Reply {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
  readonly json: any;
}

/**
 * Opens a sandbox for the running test, closed when it ends, with its clock and the demo user `pro` signed in to the
 * demo environment.
 */
export async function openSandbox(): Promise<{ sandbox: Sandbox; clock: { ms: number }; trader: Trader }> {
  const clock = { ms: Date.UTC(2026, 10, 20, 9, 30) };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.ms,
    onExchange: (exchange) => exchanges.push(exchange),
    simulators: simulatorsOf("ALOR_BROKER"),
  });
  onTestFinished(async () => {
    await sandbox.close();
    expect(exchanges.flatMap(contradictions), "every answer is one that Alor's description allows").toEqual([]);
  });
  return { sandbox, clock, trader: await Trader.signIn(sandbox, "pro", "demo") };
}

function contradictions({ method, url, status, responseBody, fault }: Exchange): string[] {
  if (fault !== undefined) return [];
  return contract
    .checkResponse(method, url, status, responseBody)
    .map((wrong) => `${method} ${url}: ${wrong}: ${responseBody}`);
}

/** Sends a request; the response's body is parsed if it is JSON. */
export async function request(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Someone with a portfolio and an access token. Orders are for one lot of Sberbank by default. */
export class Trader {
  readonly apiUrl: string;
  readonly token: string;
  readonly portfolio: string;
  #requests = 0;

  constructor(apiUrl: string, token: string, portfolio: string) {
    this.apiUrl = apiUrl;
    this.token = token;
    this.portfolio = portfolio;
  }

  static async signIn(sandbox: Sandbox, name: CredentialName, environment: Environment): Promise<Trader> {
    const { account, secret } = sandboxCredential(name, environment);
    const { alor } = sandbox;
    const { json } = await refresh(environment === "live" ? alor.oauthUrl : alor.demoOauthUrl, secret);
    return new Trader(environment === "live" ? alor.apiUrl : alor.demoApiUrl, json.AccessToken, account);
  }

  order(
    type: RequestType,
    fields: object = {},
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Reply> {
    const instrument = { symbol: "SBER", exchange: "MOEX", instrumentGroup: "TQBR" };
    const body = { side: "buy", quantity: 1, instrument, user: { portfolio: this.portfolio }, ...fields };
    return this.post(type, JSON.stringify(body), headers, signal);
  }

  post(type: string, body: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Reply> {
    this.#requests += 1;
    return request(`${this.apiUrl}/commandapi/warptrans/TRADE/v2/client/orders/actions/${type}`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-reqid": `request-${this.#requests}`,
        authorization: `Bearer ${this.token}`,
        ...headers,
      },
      ...(signal && { signal }),
    });
  }

  get(path: string): Promise<Reply> {
    return request(`${this.apiUrl}${path}`, { headers: { authorization: `Bearer ${this.token}` } });
  }

  /** Returns the portfolio's orders at an exchange. */
  orders(exchange = "MOEX"): Promise<Reply> {
    return this.get(`/md/v2/Clients/${exchange}/${this.portfolio}/orders`);
  }

  /** Returns the portfolio's conditional orders in Moscow. */
  stopOrders(): Promise<Reply> {
    return this.get(`/md/v2/Clients/MOEX/${this.portfolio}/stoporders`);
  }

  /** Asks what an order would cost. */
  estimate(body: object): Promise<Reply> {
    return request(`${this.apiUrl}/commandapi/warptrans/TRADE/v2/client/orders/estimate`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${this.token}` },
    });
  }

  cancel(orderId: string, query = `portfolio=${this.portfolio}&exchange=MOEX&stop=false`): Promise<Reply> {
    return request(`${this.apiUrl}/commandapi/warptrans/TRADE/v2/client/orders/${orderId}?${query}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${this.token}` },
    });
  }
}

/** Requests an access token from a token server, with the refresh token in the body. */
export function refresh(oauthUrl: string, token: string, more: object = {}): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  return request(`${oauthUrl}/refresh`, { method: "POST", headers, body: JSON.stringify({ token, ...more }) });
}
