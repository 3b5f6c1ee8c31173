/** Acts as a user of the product, over its HTTP API. */
import type { Account, Order, Page } from "@chartrelay/contract";
import type { VenueKey } from "./venue-keys.ts";
import { waitFor } from "./wait.ts";

/** The most entries that one save may have, and one page can show. */
const ENTRIES_OF_A_SAVE = 100;
const PAGE_SIZE = 100;
const CHECKING_TIMEOUT_MS = 30_000;
const CHECKING_POLL_MS = 20;
const PASSWORD = "correct horse battery";

export interface Trader {
  readonly token: string;
  /** The account ids that alerts use. */
  readonly accounts: readonly string[];
}

/** Signs up a new user and links their keys. Settles once the product has checked every key. */
export async function signUp(
  origin: string,
  name: string,
  keys: readonly VenueKey[],
  /** The Telegram chat to notify about a key's orders. */
  chatOf: (key: VenueKey) => string | undefined = () => undefined,
): Promise<Trader> {
  const email = emailOf(name);
  const signup = { email, fullName: name, password: PASSWORD, confirmPassword: PASSWORD };
  const { accessToken: token } = await call<{ accessToken: string }>(`${origin}/api/v1/auth/signup`, { body: signup });
  const entries = keys.map((key) => ({
    exchange: key.venue,
    apiKey: key.account,
    secretKey: key.secret,
    telegramChatId: chatOf(key),
    isDemo: true,
  }));
  for (let saved = 0; saved < entries.length; saved += ENTRIES_OF_A_SAVE) {
    await call(`${origin}/api/v1/accounts/me/list`, { token, body: entries.slice(saved, saved + ENTRIES_OF_A_SAVE) });
  }
  const accounts = await waitFor(
    async () => {
      const listed = await call<Account[]>(`${origin}/api/v1/accounts/me/list`, { token });
      return listed.every(({ keyCheckedAt }) => keyCheckedAt !== null) ? listed : undefined;
    },
    { withinMs: CHECKING_TIMEOUT_MS, everyMs: CHECKING_POLL_MS },
  );
  if (!accounts) throw new Error(`the keys of ${name} were not checked within ${CHECKING_TIMEOUT_MS} ms`);
  return { token, accounts: accounts.map(({ id }) => id) };
}

/** Signs an existing user in, for example after a restore, which ends all sessions. */
export async function signIn(origin: string, name: string): Promise<Pick<Trader, "token">> {
  const body = { email: emailOf(name), password: PASSWORD };
  const { accessToken: token } = await call<{ accessToken: string }>(`${origin}/api/v1/auth/login`, { body });
  return { token };
}

const emailOf = (name: string): string => `${name}@example.com`;

/** Returns all of a user's orders, oldest first. */
export async function ordersOf(origin: string, { token }: Pick<Trader, "token">): Promise<Order[]> {
  const orders: Order[] = [];
  for (let page = 0; ; page += 1) {
    const url = `${origin}/api/v1/orders/me/list?page=${page}&size=${PAGE_SIZE}`;
    const { content, totalPages } = await call<Page<Order>>(url, { token });
    orders.push(...content);
    if (page + 1 >= totalPages) return orders.toReversed();
  }
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
