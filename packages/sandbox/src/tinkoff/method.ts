/** What all methods of T-Invest's REST gateway have in common: the path, the token, the limits, the headers. */
import type { FastifyInstance } from "fastify";
import type { Operation } from "../calls.ts";
import type { Answer } from "../fault-delivery.ts";
import type { PartyFault } from "../faults.ts";
import type { Serve } from "../party-server.ts";
import type { Market } from "../market/terms.ts";
import type { Accounts, TinkoffAccount } from "./accounts.ts";
import { refused } from "./refusals.ts";
import type { RequestLimits } from "./request-limits.ts";

/** The path before every method in the product's setting: openapi.yaml, servers. */
export const BASE_PATH = "/rest";
export const CONTRACT = "tinkoff.public.invest.api.contract.v1";

/**
 * The simulated methods, with the budget that each spends and its requests per minute (docs/venues/t-invest.md,
 * Limits).
 */
export const METHODS = {
  "OrdersService/PostOrder": { operation: "order", budget: "PostOrder", perMinute: undefined },
  "OrdersService/GetOrderState": { operation: "find", budget: "OrdersService", perMinute: 100 },
  "OrdersService/GetOrders": { operation: "working", budget: "GetOrders", perMinute: 200 },
  "OrdersService/CancelOrder": { operation: "cancel", budget: "CancelOrder", perMinute: 100 },
  "OrdersService/GetMaxLots": { operation: "estimate", budget: "OrdersService", perMinute: 100 },
  "OrdersService/GetOrderPrice": { operation: "estimate", budget: "OrdersService", perMinute: 100 },
  "OperationsService/GetPositions": { operation: "positions", budget: "OperationsService", perMinute: 200 },
  "OperationsService/GetPortfolio": { operation: "positions", budget: "OperationsService", perMinute: 200 },
  "OperationsService/GetWithdrawLimits": { operation: "money", budget: "OperationsService", perMinute: 200 },
  "InstrumentsService/TradingSchedules": { operation: "schedule", budget: "InstrumentsService", perMinute: 200 },
  "InstrumentsService/FindInstrument": { operation: "market-data", budget: "InstrumentsService", perMinute: 200 },
  "InstrumentsService/GetInstrumentBy": { operation: "market-data", budget: "InstrumentsService", perMinute: 200 },
  "InstrumentsService/FutureBy": { operation: "market-data", budget: "InstrumentsService", perMinute: 200 },
  "InstrumentsService/BondBy": { operation: "market-data", budget: "InstrumentsService", perMinute: 200 },
  "MarketDataService/GetLastPrices": { operation: "market-data", budget: "MarketDataService", perMinute: 600 },
  "MarketDataService/GetTradingStatus": { operation: "schedule", budget: "MarketDataService", perMinute: 600 },
  "UsersService/GetUserTariff": { operation: "auth", budget: "UsersService", perMinute: 100 },
  "UsersService/GetAccounts": { operation: "auth", budget: "UsersService", perMinute: 100 },
} as const satisfies Record<string, { operation: Operation; budget: string; perMinute: number | undefined }>;
export type MethodName = keyof typeof METHODS;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request with a valid token. */
export interface Asked {
  readonly json: JsonObject;
  /** The accounts that the token opens. */
  readonly accounts: readonly TinkoffAccount[];
  readonly faults: readonly PartyFault[];
}

export interface Gateway {
  readonly app: FastifyInstance;
  readonly serve: Serve;
  readonly accounts: Accounts;
  readonly limits: RequestLimits;
  /** All callers count as one address. */
  readonly requestsPerMinute: number;
  readonly now: () => number;
  readonly market: Market;
}

/** Returns the accounts that a token opens now: none if it is unknown, revoked or expired. */
export function openedNow(
  { accounts, now }: Pick<Gateway, "accounts" | "now">,
  token: string,
): readonly TinkoffAccount[] {
  return accounts.openedBy(token).filter(({ revoked, expiresAt }) => !revoked && Date.parse(expiresAt) > now());
}

/**
 * Returns whose limits a request spends: they are the user's, whatever the token (docs/venues/t-invest.md, Limits).
 * Accounts under one token have one owner, so the first of them names the user.
 */
export function ownerOf(accounts: readonly TinkoffAccount[]): string {
  return accounts[0]?.account ?? "";
}

/** Returns the token in a request's header; empty if it has none. */
export function tokenIn(authorization: string | undefined): string {
  return /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "";
}

/** Adds the route of a method. */
export function addMethod(gateway: Gateway, name: MethodName, perform: (asked: Asked) => Answer): void {
  const { operation, budget, perMinute } = METHODS[name];
  let requests = 0;
  gateway.app.post(`${BASE_PATH}/${CONTRACT}.${name}`, (request, reply) => {
    const token = tokenIn(request.headers.authorization);
    const opened = gateway.accounts.openedBy(token);
    const json = request.headers["content-type"]?.startsWith("application/json") ? readObject(request.text) : undefined;
    const answer = (faults: readonly PartyFault[]): Answer => {
      const ofAddress = gateway.limits.spend("", "address", gateway.requestsPerMinute, gateway.now());
      if (ofAddress.refusal) return { ...ofAddress.refusal, headers: ofAddress.headers };
      const accounts = openedNow(gateway, token);
      if (accounts.length === 0 || faults.some(({ kind }) => kind === "unauthorized")) return refused(40003);
      const limit = perMinute ?? accounts[0]?.ordersPerMinute ?? 0;
      const { headers, refusal } = gateway.limits.spend(ownerOf(accounts), budget, limit, gateway.now());
      const said = refusal ?? (json ? perform({ json, accounts, faults }) : refused(30102));
      return { ...said, headers };
    };
    const track = (said: Answer): Answer => {
      requests += 1;
      const trackingId = `${budget}-${requests}`;
      // The market's clock may have been put forward.
      const date = new Date(gateway.market.nowMs()).toUTCString();
      return { ...said, headers: { ...said.headers, date, "x-tracking-id": trackingId } };
    };
    const account = typeof json?.["accountId"] === "string" ? json["accountId"] : opened[0]?.account;
    return gateway.serve(request, reply, { operation, account, perform: (faults) => track(answer(faults)) });
  });
}

function readObject(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the account that a request names, or why the token can't use it. Errors for a bad account overlap:
 * docs/venues/t-invest.md, Contradictions 4.
 */
export function accountOf({ json, accounts }: Asked, known: Accounts): TinkoffAccount | Answer {
  const { accountId } = json;
  if (typeof accountId !== "string" || accountId === "") return refused(30021);
  if (!known.exists(accountId)) return refused(50004);
  const account = accounts.find((one) => one.account === accountId);
  return account && !account.noAccess ? account : refused(40002);
}
