/** Whom a message is for: an account, or a strategy with its members. */
import {
  type LegibleFields,
  type ParsedOrderMessage,
  type PostedMessage,
  isCancel,
  isClose,
  type Reason,
} from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { partitionOf } from "../cluster/queue.ts";
import type { Queryable } from "../platform/db/database.ts";
import { Problem } from "../platform/http/problem.ts";
import { AS_WRITTEN, type LinkedStrategy, type StrategyDirectory } from "../strategies/index.ts";
import type { ChainOwner } from "./chained.ts";
import { gapMessagesTo } from "./gap-messages.ts";
import { askedOfAccount, askedOfMember, closesPosition, type Understood } from "./instructions.ts";
import { type Chained, HOLD_MS } from "./link.ts";
import type { NewOrderRow, NewSignal } from "./signal.ts";

/** Whom a message is for. Its own id stands for it in signals, limits and resends. */
export interface Recipient {
  readonly id: string;
  readonly userId: string;
  readonly partition: number;
  readonly usedOldId: boolean;
  /** Set for a strategy: its own id. */
  readonly strategyId?: string;
  /** Whom to warn that TradingView will stop an alert; undefined for a strategy without members. */
  readonly warned: LinkedAccount | undefined;
  /** Whether only TradingView may post to it, proven by its client certificate. */
  readonly requiresCertificate: boolean;
  /** Why nothing is sent of a message now, if nothing is. */
  refusalOf(message: PostedMessage): Reason | undefined;
  /** Returns the orders of a message. */
  orders(signalId: string, understood: Understood): Promise<readonly NewOrderRow[]>;
  /** Returns the orders of a message that isn't understood: they are refused, and show what is legible. */
  illegible(signalId: string, legible: LegibleFields): Promise<readonly NewOrderRow[]>;
  /** How its position chains are followed. */
  readonly chainRules: Pick<Chained, "rules" | "onGap" | "gapMessages">;
}

/**
 * Returns what a strategy holds by its own fills, or has orders at work for, in these accounts: symbols by account.
 * @throws storage errors.
 */
export type Holdings = (
  strategyId: string,
  accountIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface RecipientParts {
  readonly holdings: Holdings;
  readonly accounts: Pick<AccountDirectory, "named" | "lookup">;
  readonly strategies: Pick<StrategyDirectory, "named" | "lookup">;
  readonly clock: { readonly nowUs: () => number };
}

/** Returns whom a message names. @throws {Problem} unknown_account and unknown_strategy, and storage errors. */
export async function recipientOf(
  parts: RecipientParts,
  { account: named, strategy }: Pick<ParsedOrderMessage, "account" | "strategy">,
): Promise<Recipient> {
  if (strategy !== undefined) {
    const found = await parts.strategies.named(strategy);
    if (!found) throw new Problem("unknown_strategy");
    return await strategyRecipient(parts, found);
  }
  const found = named === undefined ? undefined : await parts.accounts.named(named);
  if (!found) throw new Problem("unknown_account");
  return accountRecipient(parts, found.account, found.usedOldId);
}

function accountRecipient({ clock }: RecipientParts, account: LinkedAccount, usedOldId: boolean): Recipient {
  const { id: accountId, userId, venue, isDemo } = account;
  const partition = partitionOf(accountId);
  // A signal to one account makes one order, which has the signal's id: the id in the answer names both.
  const own = (id: string) => ({ id, userId, accountId, venue, isDemo, partition });
  return {
    id: accountId,
    userId,
    partition,
    usedOldId,
    warned: account,
    requiresCertificate: false,
    refusalOf: (message) => {
      if (account.isStopped && !isCancel(message)) return "STOPPED";
      return account.isPaused ? "ACCOUNT_PAUSED" : undefined;
    },
    orders: async (id, understood) => [{ ...own(id), ...askedOfAccount(understood, AS_WRITTEN) }],
    illegible: async (id, legible) => [{ ...own(id), message: undefined, legible }],
    chainRules: {
      rules: { start: "now", holdMs: HOLD_MS, tradesGaps: false },
      onGap: "tell",
      gapMessages: gapMessagesTo({ accounts: [account], strategy: undefined, clock }),
    },
  };
}

/**
 * Orders of a message to a strategy go to its members that are on. Cancellations go to the others, too, and so do exits, if
 * they still hold something: the switch stops entries.
 */
async function strategyRecipient(
  { holdings, accounts, clock }: RecipientParts,
  strategy: LinkedStrategy,
): Promise<Recipient> {
  const { id: strategyId, userId, mode, onGap, start, state, roll } = strategy;
  const found = await Promise.all(
    strategy.members.map(async (member) => ({ member, account: await accounts.lookup(member.accountId) })),
  );
  const members = found.flatMap(({ member, account }) => (account ? { ...member, account } : []));
  const on = members.filter(({ isOn }) => isOn);
  const orderOf = (signalId: string, { id: accountId, venue, isDemo, isPaused }: LinkedAccount) => ({
    id: uuidv7(),
    signalId,
    userId,
    accountId,
    venue,
    isDemo,
    partition: partitionOf(accountId),
    strategyId,
    ...(isPaused && { refusal: "ACCOUNT_PAUSED" as const }),
  });
  return {
    id: strategyId,
    userId,
    partition: partitionOf(strategyId),
    usedOldId: false,
    strategyId,
    warned: on[0]?.account,
    requiresCertificate: strategy.clientCertificate === "required",
    refusalOf: (message) => {
      if (isCancel(message) || state === "on") return undefined;
      return state === "paused" ? "STRATEGY_PAUSED" : "STRATEGY_STOPPED";
    },
    orders: async (signalId, understood) => {
      const { message } = understood;
      const isCloseAll = isClose(message) && message.action === "closeAll";
      const closes = closesPosition(understood);
      const asksHeld = isCloseAll || (closes && on.length < members.length);
      const ids = members.map(({ accountId }) => accountId);
      const held = asksHeld ? await holdings(strategyId, ids) : new Map<string, readonly string[]>();
      const asked = members.filter(
        ({ isOn, accountId }) => isOn || isCancel(message) || (closes && held.has(accountId)),
      );
      return rotated(asked, signalId).flatMap(({ account, sizing, isOn }) => {
        const messages = isCloseAll
          ? (held.get(account.id) ?? []).map((ticker) => ({ ...message, action: "close" as const, ticker }))
          : [message];
        return messages
          .flatMap((each) =>
            askedOfMember({ ...understood, message: each }, account.venue, { mode, sizing, roll, isOn }),
          )
          .map((each) => ({ ...orderOf(signalId, account), ...stoppedBy(account, message), ...each }));
      });
    },
    illegible: async (signalId, legible) =>
      rotated(on, signalId).map(({ account }) => ({ ...orderOf(signalId, account), message: undefined, legible })),
    chainRules: {
      rules: { start, holdMs: HOLD_MS, tradesGaps: mode === "target" || onGap === "catchUp" },
      onGap,
      gapMessages: gapMessagesTo({ accounts: on.map(({ account }) => account), strategy, clock }),
    },
  };
}

function stoppedBy({ isStopped }: LinkedAccount, message: PostedMessage): { readonly refusal?: Reason } {
  return isStopped && !isCancel(message) ? { refusal: "STOPPED" } : {};
}

/**
 * Returns a list that begins at another place for each signal: whoever is sent first trades at the better price, so no
 * member is always last.
 */
function rotated<Member>(members: readonly Member[], signalId: string): readonly Member[] {
  if (members.length === 0) return members;
  // The random end of a UUID: the same signal always starts at the same member.
  const start = Number.parseInt(signalId.slice(-8), 16) % members.length;
  return [...members.slice(start), ...members.slice(0, start)];
}

// What isn't planned yet has no symbol; its ticker names the instrument as well.
const HELD = `
with members as (
  select * from unnest($2::text[], $3::int[]) as t(account_id, partition)
), at_work as (
  select members.account_id, coalesce(sizing ->> 'symbol', ticker) as symbol, strategy_id, action
  from members join orders on orders.partition = members.partition and orders.account_id = members.account_id and is_followed
  union all
  select members.account_id, coalesce(sizing ->> 'symbol', ticker), strategy_id, action
  from members join orders on orders.partition = members.partition and orders.account_id = members.account_id and status = 'NEW'
)
select account_id as "accountId", symbol from strategy_positions join members using (account_id)
where strategy_id = $1 and quantity <> 0
union
select account_id, symbol from at_work where strategy_id = $1 and action is null and symbol is not null
order by 1, 2`;

/** Reads from the ledgers and the orders in the storage. */
export function storedHoldings(db: Queryable): Holdings {
  return async (strategyId, accountIds) => {
    const values = [strategyId, accountIds, accountIds.map(partitionOf)];
    const rows = await db.query<{ accountId: string; symbol: string }>(HELD, values);
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
    return new Map(Array.from(byAccount, ([accountId, held]) => [accountId, held.map(({ symbol }) => symbol)]));
  };
}

/** Returns a signal's place in its position chain, or what it takes to find it; nothing for one without placeholders. */
export function linkOf(
  { position, message, close }: ParsedOrderMessage,
  recipient: Pick<Recipient, "chainRules">,
): Pick<NewSignal, "link" | "chained"> {
  const ticker = (message ?? close)?.ticker;
  if (!position || ticker === undefined) return {};
  if (position.isConsistent)
    return { chained: { ...recipient.chainRules, ticker: ticker.toUpperCase(), change: position } };
  const { from, to } = position;
  return { link: { verdict: "inconsistent", from, to, missed: null, heldMs: null } };
}

/** Returns by which rules a chain is followed now; undefined if its strategy or account is gone. */
export async function chainOwnerOf(
  parts: RecipientParts,
  { sourceId, ticker }: { readonly sourceId: string; readonly ticker: string },
): Promise<ChainOwner | undefined> {
  const strategy = await parts.strategies.lookup(sourceId);
  const account = strategy ? undefined : await parts.accounts.lookup(sourceId);
  const recipient = strategy
    ? await strategyRecipient(parts, strategy)
    : account && accountRecipient(parts, account, false);
  if (!recipient) return undefined;
  const { userId, strategyId } = recipient;
  return { ...recipient.chainRules, ticker, userId, strategyId };
}

/** Returns the orders of a decision about a gap: to where TradingView is, which the commit fills in, or to nothing. */
export async function ordersOfDecision(
  parts: RecipientParts,
  strategy: LinkedStrategy,
  signalId: string,
  ticker: string,
  choice: "catchUp" | "flatten",
): Promise<readonly NewOrderRow[]> {
  const recipient = await strategyRecipient(parts, strategy);
  const message: PostedMessage =
    choice === "flatten" ? { action: "close", ticker } : { ticker, type: "MARKET", position: "0" };
  return await recipient.orders(signalId, { message, change: undefined });
}
