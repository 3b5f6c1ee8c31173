/** What a token may do with its accounts: UsersService/GetAccounts. */
import type { Reason } from "@chartrelay/contract";
import * as z from "zod";
import { credentialsKey } from "../credentials-key.ts";
import { objectIn } from "../http/json-object.ts";
import { refused, unavailable } from "../not-sent.ts";
import { SharedCache } from "../shared-cache.ts";
import type { Credentials, Rights } from "../venue.ts";
import type { Environments } from "./environment.ts";
import { causeOf } from "./order-answer.ts";
import { isKeyRefused, readRefusal } from "./refusal.ts";

const answer = z.object({
  accounts: z
    .array(
      z.object({
        id: z.string(),
        type: z.string().optional(),
        status: z.string().optional(),
        accessLevel: z.string().optional(),
      }),
    )
    .default([]),
});
type Account = z.infer<typeof answer>["accounts"][number];

/**
 * Asks T-Invest what a token may do.
 * @throws {NotSent} when the token has no request left this minute.
 */
export async function rightsOf(
  environments: Environments,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Rights> {
  const accounts = await accountsOf(environments, credentials, signal);
  return "kind" in accounts ? accounts : rightsAt(accounts, credentials.apiKey);
}

/**
 * Asks T-Invest which of these accounts a token can't use, and why. Undefined: it doesn't say.
 * @throws {NotSent} when the token has no request left this minute.
 */
export async function refusedAccounts(
  environments: Environments,
  credentials: Credentials,
  asked: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Reason> | undefined> {
  const accounts = await accountsOf(environments, credentials, signal);
  if ("kind" in accounts) return undefined;
  const rights = asked.map((id) => [id, rightsAt(accounts, id)] as const);
  return new Map(rights.flatMap(([id, one]) => (one.kind === "refused" ? [[id, one.reason]] : [])));
}

async function accountsOf(
  environments: Environments,
  credentials: Credentials,
  signal: AbortSignal | undefined,
): Promise<readonly Account[] | Exclude<Rights, { kind: "granted" }>> {
  const asked = { status: "ACCOUNT_STATUS_ALL" };
  const reply = await environments.call("UsersService/GetAccounts", asked, credentials, { signal });
  if (reply.kind !== "answer") return { kind: "unclear", cause: reply.cause };
  if (isKeyRefused(reply)) return { kind: "refused", reason: "CREDENTIALS_REFUSED" };
  const read = answer.safeParse(reply.status === 200 ? objectIn(reply.text) : undefined);
  return read.success ? read.data.accounts : { kind: "unclear", cause: causeOf(reply.status, readRefusal(reply)) };
}

/**
 * A token has a hundred such requests a minute (docs/venues/t-invest.md, Limits): for its user's checks, twelve of them
 * are used.
 */
const FRESH_MS = 5_000;
const MAX_REMEMBERED = 1_000;

/**
 * Creates a function that checks whether a token may trade for its account, using what T-Invest said in the last few
 * seconds. The function throws {NotSent} with the reason why an order would be refused, or because T-Invest doesn't
 * say.
 */
export function createTradingRights(
  environments: Environments,
): (credentials: Credentials, signal: AbortSignal) => Promise<void> {
  const cache = new SharedCache<"may trade">(MAX_REMEMBERED, environments.now);

  return async (credentials, signal) => {
    const key = `${credentialsKey(credentials)} ${credentials.apiKey}`;
    await cache.get(key, signal, async () => {
      const rights = await rightsOf(environments, credentials);
      if (rights.kind === "unclear") throw unavailable();
      if (rights.kind === "refused") throw refused(rights.reason);
      if (!rights.mayTrade) throw refused("NO_RIGHTS");
      return { value: "may trade", freshUntil: environments.now() + FRESH_MS };
    });
  };
}

/** Brokerage accounts; orders on any other are refused with 40004 (faq_orders.md). */
const TRADING: ReadonlySet<string | undefined> = new Set(["ACCOUNT_TYPE_TINKOFF", "ACCOUNT_TYPE_TINKOFF_IIS"]);

function rightsAt(accounts: readonly Account[], asked: string): Rights {
  const account = accounts.find(({ id }) => id === asked);
  if (!account) return { kind: "refused", reason: "ACCOUNT_NOT_FOUND" };
  const { type, status, accessLevel } = account;
  if (status === "ACCOUNT_STATUS_CLOSED" || !TRADING.has(type)) return { kind: "refused", reason: "ACCOUNT_BLOCKED" };
  const may = { kind: "granted", maySeeOrders: true, ...NO_WITHDRAWAL } as const;
  switch (accessLevel) {
    case "ACCOUNT_ACCESS_LEVEL_FULL_ACCESS":
      return { ...may, mayTrade: true };
    case "ACCOUNT_ACCESS_LEVEL_READ_ONLY":
      return { ...may, mayTrade: false };
    case "ACCOUNT_ACCESS_LEVEL_NO_ACCESS":
      return { kind: "refused", reason: "NO_RIGHTS" };
    default:
      return { kind: "unclear", cause: "no access level" };
  }
}

/**
 * No method takes money out of the broker: the closest, CurrencyTransfer, moves it between accounts of the same owner
 * (openapi.yaml). T-Invest doesn't say when a token expires either: three months after its last use
 * (docs/venues/t-invest.md, Auth).
 */
const NO_WITHDRAWAL = { mayWithdraw: false } as const;
