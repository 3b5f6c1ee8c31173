/** A user of the product, over its HTTP API. */
import type { Account, Order, Page } from "@chartrelay/contract";
import type { RegistrationInput } from "@chartrelay/sandbox";

/** The most entries that one user's list takes, and one page holds. */
export const MAX_ACCOUNTS = 100;
const PAGE_SIZE = 100;
const PASSWORD = "correct horse battery";

export interface Trader {
  readonly token: string;
  /** Account ids: what alerts name. */
  readonly accounts: readonly string[];
}

/** A portfolio at the simulated venue with the key that opens it. */
export interface Portfolio {
  readonly account: string;
  readonly secret: string;
}

/** Portfolios with names that nobody else has, as long as `name` is new. */
export function newPortfolios(name: string, count: number): Portfolio[] {
  return Array.from({ length: count }, (_, index) => ({
    account: `${name}-${index}`,
    secret: `refresh-token-of-${name}-${index}`,
  }));
}

/** What the simulator has to be told of portfolios. A trial user's accounts are on the demo circuit. */
export function registrationsOf(portfolios: readonly Portfolio[]): RegistrationInput[] {
  return portfolios.map((portfolio) => ({ venue: "ALOR_BROKER", circuit: "demo", ...portfolio }) as const);
}

/** Signs a new user up and links their portfolios. */
export async function signUp(origin: string, name: string, portfolios: readonly Portfolio[]): Promise<Trader> {
  const email = `${name}@example.com`;
  const signup = { email, fullName: name, password: PASSWORD, confirmPassword: PASSWORD };
  const { accessToken: token } = await call<{ accessToken: string }>(`${origin}/api/v1/auth/signup`, { body: signup });
  const entries = portfolios.map(({ account, secret }) => ({
    exchange: "ALOR_BROKER",
    apiKey: account,
    secretKey: secret,
    isDemo: true,
  }));
  const accounts = await call<Account[]>(`${origin}/api/v1/accounts/me/list`, { token, body: entries });
  return { token, accounts: accounts.map(({ id }) => id) };
}

/** All orders of a user, the oldest first. */
export async function ordersOf(origin: string, { token }: Pick<Trader, "token">): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 0; ; page += 1) {
    const url = `${origin}/api/v1/orders/me/list?page=${page}&size=${PAGE_SIZE}`;
    const { content, totalPages } = await call<Page<Order>>(url, { token });
    orders.push(...content);
    if (page + 1 >= totalPages) return orders.toReversed();
  }
}

/** The message of an alert for a market order. */
export function alertBody(account: string, lots: number, direction: "BUY" | "SELL" = "BUY"): string {
  return JSON.stringify({ account, ticker: "SBER", direction, type: "MARKET", contracts: String(lots) });
}

async function call<T>(url: string, { token, body }: { token?: string; body?: unknown }): Promise<T> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
