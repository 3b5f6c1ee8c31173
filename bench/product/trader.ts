/** Acts as a user of the product, over its HTTP API. */
import type { Account, HeldPosition, Order, OrderDetails, Page } from "@chartrelay/contract";
import { call } from "./api.ts";
import type { VenueKey } from "./venue-keys.ts";
import { withClient } from "./storage.ts";
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

export interface SignUpOptions {
  /** The Telegram chat to notify about a key's orders; none by default. */
  readonly chatOf?: (key: VenueKey) => string | undefined;
  /** Where the user becomes PRO, which keys for live need; a trial user by default. */
  readonly proIn?: string | undefined;
  /** How long checking all the keys may take; the venues' budgets allow only so many in a minute. */
  readonly checkedWithinMs?: number | undefined;
}

/** Signs up a new user and links their keys. Settles once the product has checked every key. */
export async function signUp(
  origin: string,
  name: string,
  keys: readonly VenueKey[],
  { chatOf = () => undefined, proIn, checkedWithinMs = CHECKING_TIMEOUT_MS }: SignUpOptions = {},
): Promise<Trader> {
  const email = emailOf(name);
  const signup = { email, fullName: name, password: PASSWORD, confirmPassword: PASSWORD };
  const { accessToken: token } = await call<{ accessToken: string }>(`${origin}/api/v1/auth/signup`, { body: signup });
  if (proIn !== undefined) await grantPro(proIn, email);
  const entries = keys.map((key) => ({
    exchange: key.venue,
    apiKey: key.account,
    secretKey: key.secret,
    telegramChatId: chatOf(key),
    isDemo: key.environment === "demo",
  }));
  for (let saved = 0; saved < entries.length; saved += ENTRIES_OF_A_SAVE) {
    await call(`${origin}/api/v1/accounts/me/list`, { token, body: entries.slice(saved, saved + ENTRIES_OF_A_SAVE) });
  }
  let listed: Account[] = [];
  const accounts = await waitFor(
    async () => {
      listed = await call<Account[]>(`${origin}/api/v1/accounts/me/list`, { token });
      return listed.every(({ keyCheckedAt }) => keyCheckedAt !== null) ? listed : undefined;
    },
    { withinMs: checkedWithinMs, everyMs: CHECKING_POLL_MS },
  );
  if (!accounts) {
    const unchecked = listed.filter(({ keyCheckedAt }) => keyCheckedAt === null);
    const venues = [...new Set(unchecked.map(({ exchange }) => exchange))].join(", ");
    throw new Error(`${unchecked.length} keys of ${name} (${venues}) were not checked within ${checkedWithinMs} ms`);
  }
  return { token, accounts: accounts.map(({ id }) => id) };
}

/** Does what a payment does, straight in the product's database. */
async function grantPro(databaseUrl: string, email: string): Promise<void> {
  const grant = `insert into subscriptions (user_id, pro_until)
    select id, now() + interval '1 year' from users where email = $1`;
  await withClient(databaseUrl, (client) => client.query(grant, [email]));
}

/** Signs an existing user in, for example after a restore, which ends all sessions. */
export async function signIn(origin: string, name: string): Promise<Pick<Trader, "token">> {
  const body = { email: emailOf(name), password: PASSWORD };
  const { accessToken: token } = await call<{ accessToken: string }>(`${origin}/api/v1/auth/login`, { body });
  return { token };
}

const emailOf = (name: string): string => `${name}@example.com`;

/** Returns all of a user's orders, or those with a status, oldest first. */
export async function ordersOf(
  origin: string,
  { token }: Pick<Trader, "token">,
  status?: Order["status"],
): Promise<Order[]> {
  const orders: Order[] = [];
  const filter = status === undefined ? "" : `&status=${status}`;
  for (let page = 0; ; page += 1) {
    const url = `${origin}/api/v1/orders/me/list?page=${page}&size=${PAGE_SIZE}${filter}`;
    const { content, totalPages } = await call<Page<Order>>(url, { token });
    orders.push(...content);
    if (page + 1 >= totalPages) break;
  }
  // What a new order moved to the next page meanwhile was read twice.
  return [...new Map(orders.toReversed().map((order) => [order.id, order])).values()];
}

/** Returns how many of a user's orders haven't ended. */
export async function countOpenOrders(origin: string, { token }: Pick<Trader, "token">): Promise<number> {
  const { totalElements } = await call<Page<Order>>(`${origin}/api/v1/orders/me/list?size=1&status=NEW`, { token });
  return totalElements;
}

/** Returns an order in full, with its fills. */
export async function orderDetails(
  origin: string,
  { token }: Pick<Trader, "token">,
  id: string,
): Promise<OrderDetails> {
  return await call(`${origin}/api/v1/orders/me/${id}`, { token });
}

/** Cancels an order. @throws if the venue didn't take the cancellation. */
export async function cancelOrder(origin: string, { token }: Pick<Trader, "token">, id: string): Promise<void> {
  await call(`${origin}/api/v1/orders/${id}/cancel`, { token, body: {} });
}

/** Returns what a user's accounts hold. */
export async function positionsOf(origin: string, { token }: Pick<Trader, "token">): Promise<HeldPosition[]> {
  return await call(`${origin}/api/v1/positions/me/list`, { token });
}
