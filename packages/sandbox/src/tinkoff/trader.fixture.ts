/**
 * For tests: a separate sandbox whose every answer is checked against T-Invest's description, and a trader who talks to
 * it.
 */
import { expect, onTestFinished } from "vitest";
import { openContract } from "../contract-check.ts";
import {
  sandboxCredential,
  simulatorsOf,
  startSandbox,
  type Environment,
  type CredentialName,
  type Exchange,
  type Sandbox,
  type SandboxOptions,
} from "../index.ts";
import { LISTINGS } from "./listings.ts";

const contract = openContract("tinkoff");

export interface Reply {
  readonly status: number;
  readonly headers: globalThis.Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it expects
  readonly json: any;
}

/**
 * Opens a sandbox for the running test, closed when it ends, with its clock and the demo user `pro` in the live
 * environment.
 */
export async function openSandbox(
  tinkoff: NonNullable<SandboxOptions["tinkoff"]> = {},
): Promise<{ sandbox: Sandbox; clock: { ms: number }; trader: Trader }> {
  const clock = { ms: Date.UTC(2026, 10, 20, 9, 30) };
  const exchanges: Exchange[] = [];
  const sandbox = await startSandbox({
    now: () => clock.ms,
    onExchange: (exchange) => exchanges.push(exchange),
    simulators: simulatorsOf("TINKOFF"),
    tinkoff,
  });
  onTestFinished(async () => {
    await sandbox.close();
    expect(exchanges.flatMap(contradictions), "every answer is one that T-Invest's description allows").toEqual([]);
  });
  return { sandbox, clock, trader: traderOf(sandbox, "pro") };
}

function contradictions({ method, url, status, responseBody, fault }: Exchange): string[] {
  if (fault !== undefined) return [];
  return contract
    .checkResponse(method, url.replace("/rest/", "/"), status, responseBody)
    .map((wrong) => `${url}: ${wrong}: ${responseBody}`);
}

export type Trader = ReturnType<typeof traderOf>;

/** Returns someone with an account and a token. Orders are for one lot of Sberbank by default. */
export function traderOf(sandbox: Sandbox, name: CredentialName, environment: Environment = "live") {
  const { account, secret } = sandboxCredential(name, environment, "TINKOFF");
  const base = environment === "live" ? sandbox.tinkoff.apiUrl : sandbox.tinkoff.demoApiUrl;
  const call = async (method: string, body: object | string, token = secret): Promise<Reply> => {
    const response = await fetch(`${base}/tinkoff.public.invest.api.contract.v1.${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return {
    account,
    call,
    order: (fields: object = {}) =>
      call("OrdersService/PostOrder", {
        accountId: account,
        instrumentId: uidOf("SBER"),
        quantity: "1",
        direction: "ORDER_DIRECTION_BUY",
        orderType: "ORDER_TYPE_MARKET",
        orderId: crypto.randomUUID(),
        ...fields,
      }),
    state: (orderId: string, orderIdType = "ORDER_ID_TYPE_REQUEST") =>
      call("OrdersService/GetOrderState", { accountId: account, orderId, orderIdType }),
  };
}

/** Returns the uid of a listed ticker. */
export function uidOf(ticker: string, classCode?: string): string {
  const found = LISTINGS.find((one) => one.ticker === ticker && (classCode ?? one.classCode) === one.classCode);
  if (!found) throw new Error(`no ${ticker} is listed`);
  return found.uid;
}

/** Returns the fields that make an order a limit order. */
export function limit(units: string, nano: number, more: object = {}): object {
  return { orderType: "ORDER_TYPE_LIMIT", price: { units, nano }, priceType: "PRICE_TYPE_CURRENCY", ...more };
}
