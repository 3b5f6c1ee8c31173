/** A trader with a long list of orders, at the product on PostgreSQL: what the tests about speed start from. */
import { randomUUID } from "node:crypto";
import { sandboxCredential } from "@chartrelay/sandbox";
import { giveOrders } from "../bench/product/many-orders.ts";
import { product, type Product } from "./product.ts";

export interface Desk extends Product {
  /** Signs a trader up who has a demo account at Alor, and so many orders already. */
  trader(orders: number): Promise<DeskTrader>;
}

export interface DeskTrader {
  readonly email: string;
  readonly password: string;
  /** Posts a market order's alert as TradingView does, and gives the order's id. */
  fire(lots: number): Promise<string>;
  /** What the API answers at `path` to this trader. */
  get<Answer>(path: string): Promise<Answer>;
}

export function openDesk(): Desk {
  return {
    ...product,
    async trader(orders) {
      const trader = await signUp(product.origin, `busy-${randomUUID()}@example.com`);
      if (orders > 0) await giveOrders(product.databaseUrl ?? "", trader.email, orders);
      return trader;
    },
  };
}

async function signUp(origin: string, email: string): Promise<DeskTrader> {
  const password = "secret-1";
  const call = async <Answer>(path: string, body?: unknown, token?: string): Promise<Answer> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const form = { email, password, confirmPassword: password, fullName: "Ivan Petrov" };
  const { accessToken } = await call<{ accessToken: string }>("/auth/signup", form);
  const { account: apiKey, secret: secretKey } = sandboxCredential("trial", "demo");
  const entry = { exchange: "ALOR_BROKER", apiKey, secretKey, isDemo: true };
  const [account] = await call<[{ id: string }]>("/accounts/me/list", [entry], accessToken);
  const message = { account: account.id, ticker: "SBER", direction: "buy", type: "market" };
  return {
    email,
    password,
    fire: async (contracts) => (await call<{ id: string }>("/orders", { ...message, contracts })).id,
    get: (path) => call(path, undefined, accessToken),
  };
}
