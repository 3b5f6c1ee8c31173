/** A signed-up user with a linked account on a venue's demo environment (default: Alor): setup for order tests. */
import type { Account, Order, Page, VenueName } from "@chartrelay/contract";
import type { ExecutedOrder, Sandbox } from "@chartrelay/sandbox";
import { eventually } from "../../../scripts/eventually.ts";
import { accountIdOf } from "./accounts.ts";
import type { Answer } from "./api.ts";
import type { SignedUp, TestServer } from "./server.ts";
import { VENUE_KITS } from "./venue-kit.ts";

export interface Trader {
  readonly user: SignedUp;
  /** The id by which alerts name the account. */
  readonly account: string;
  /** The account's own id, which the tables use. */
  readonly accountId: string;
  /** What the venue calls the account. */
  readonly portfolio: string;
  /** The simulated venues. */
  readonly venues: Pick<Sandbox, "faults">;
  /** Returns a complete market order; `fields` override it. */
  message(fields?: Record<string, unknown>): Record<string, unknown>;
  /** Posts a message as TradingView does; a string is sent as it is. */
  alert(message?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the account's orders, newest first. */
  orders(): Promise<Order[]>;
  /** Returns what the venue executed for this account, in order of arrival. */
  executed(): readonly ExecutedOrder[];
  /** Waits until there are `count` orders, none of them NEW, and returns all, oldest first. Default poll: 20 ms. */
  ended(count: number, intervalMs?: number): Promise<Order[]>;
}

export interface TraderOptions {
  /** The account's user; a new one by default. */
  readonly user?: SignedUp;
  readonly venue?: VenueName;
  /** Live needs a user who is PRO; a new one is made PRO. */
  readonly environment?: "live" | "demo";
  /** The venue rejects every order for insufficient funds. */
  readonly insufficientFunds?: boolean;
  /** At Binance futures: long and short positions are held side by side. */
  readonly isHedged?: boolean;
  /** What is wrong with the key at the venue: it is no longer accepted, or may read but not trade. */
  readonly key?: "revoked" | "readOnly";
}

const SETTLING_MS = 60_000;

/** Links an account that the simulated venue knows. */
export async function linkTrader(server: TestServer, options: TraderOptions = {}): Promise<Trader> {
  const { venue = "ALOR_BROKER", environment = "demo", insufficientFunds = false } = options;
  const user = options.user ?? (await server.signUp());
  if (environment === "live" && !options.user) await server.grantPro(user);
  const kit = VENUE_KITS[venue];
  const { account: apiKey, secret: secretKey, ...key } = kit.newKey();
  const mode = options.isHedged && { hedgeMode: true };
  const flaw = options.key && { [options.key]: true };
  server.sandbox.register({
    ...key,
    environment,
    account: apiKey,
    secret: secretKey,
    insufficientFunds,
    ...flaw,
    ...mode,
  });
  const { body } = await user.api.post("/accounts/me/list", [
    { exchange: venue, apiKey, secretKey, isDemo: environment === "demo" },
  ]);
  const account = (body as Account[]).at(-1)?.id ?? "";
  const message = (fields: Record<string, unknown> = {}) => ({ account, direction: "buy", ...kit.market, ...fields });
  const listed = async () => ((await user.api.get("/orders/me/list?size=100")).body as Page<Order>).content;
  const accountId = await accountIdOf(server.parts.database, account);
  // Orders of a removed account are listed under its own id.
  const orders = async () => (await listed()).filter((order) => [account, accountId].includes(order.accountId));
  /** Asks the storage: a server that lists the orders again and again has less time for what the test waits for. */
  const waitingFor = async (count: number) => {
    const [found] = await server.parts.database.query<{ all: number; left: number }>(
      `select count(*)::int as all, count(*) filter (where status = 'NEW')::int as left from orders
       where user_id = $1 and account_id = $2`,
      [user.id, accountId],
    );
    return found && (found.left > 0 || found.all < count) ? found : undefined;
  };
  return {
    user,
    account,
    accountId,
    portfolio: apiKey,
    venues: server.sandbox,
    message,
    alert: (content = message(), headers = {}) => server.api().post("/orders", content, headers),
    orders,
    executed: () => server.sandbox.ledger.entries().filter((entry) => entry.account === apiKey),
    ended: (count, intervalMs = 20) =>
      eventually(
        async () => {
          const waiting = await waitingFor(count);
          if (waiting) throw new Error(`${waiting.left} of ${waiting.all} orders are still NEW`);
          return (await orders()).toReversed();
        },
        { timeout: SETTLING_MS, interval: intervalMs },
      ),
  };
}
