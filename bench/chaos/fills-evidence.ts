/** Gathers what the user sees of fills and positions and what the simulated markets know, until the two agree. */
import type { ExecutionState } from "@chartrelay/contract";
import { RUSSIAN_SESSION, type MarketOrder } from "@chartrelay/sandbox";
import { nowMs } from "../product/child.ts";
import { orderDetails, ordersOf, positionsOf, type Trader } from "../product/trader.ts";
import { waitFor } from "../product/wait.ts";
import {
  judgeFills,
  quantityHeld,
  type FillEvidence,
  type FillViolation,
  type SimulatedFill,
  type SimulatedPosition,
} from "./fills-oracle.ts";
import type { AccountMarket } from "./moving-market.ts";

/** So long after the last event at a venue, everything is known. */
const KNOWN_WITHIN_MS = 10_000;
/** A venue that counts fees by order is asked for them when it may report no more fills: ten seconds after the end. */
const FEES_KNOWN_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 250;
/** Requests at once. */
const READERS = 4;

export interface Seen {
  readonly origin: string;
  readonly trader: Trader;
  /** In the order of the trader's. */
  readonly accounts: readonly AccountMarket[];
  readonly controlUrl: string;
}

export interface Known {
  readonly violations: readonly FillViolation[];
  readonly fills: number;
  readonly ends: readonly ExecutionState[];
  readonly knownMs: number;
}

/** Settles when what the user sees is what the venues know, or after the time within which it must be. */
export async function whenFillsAgree(seen: Seen): Promise<Known> {
  const startedAtMs = nowMs();
  /** Returns the evidence once all that is wrong with it, if anything, is allowed for now. */
  const agree = async (allowed?: FillViolation["kind"]) => {
    if (!(await endsAgree(seen))) return undefined;
    const evidence = await gather(seen);
    const violations = judgeFills(evidence);
    return violations.every(({ kind }) => kind === allowed) ? { evidence, violations } : undefined;
  };
  const known = await waitFor(() => agree("fee misstated"), { withinMs: KNOWN_WITHIN_MS, everyMs: LOOK_EVERY_MS });
  const knownMs = nowMs() - startedAtMs;
  // Gathering takes a request for each order: once is enough where the fees are known with the fills.
  const isDone = known?.violations.length === 0;
  const rest = { withinMs: FEES_KNOWN_WITHIN_MS - knownMs, everyMs: LOOK_EVERY_MS };
  const withFees = known && !isDone ? await waitFor(() => agree(), rest) : undefined;
  const { evidence } = withFees ?? known ?? { evidence: await gather(seen) };
  const fills = evidence.fills.filter(({ clientOrderId }) => clientOrderId !== null).length;
  const ends = evidence.simulated.flatMap(({ states }) => states.slice(0, 1));
  return { violations: judgeFills(evidence), fills, ends, knownMs };
}

/**
 * Returns the ids of the orders that ended at their venue without us, with nothing executed. If that is the first that
 * we learn of one, its trader reads that it was refused.
 */
export function endedUnfilled(accounts: readonly AccountMarket[]): ReadonlySet<string> {
  const ended = accounts.flatMap(ordersIn).filter(({ state, filledQuantity, cancelledBy }) => {
    const isOurs = state === "cancelled" && cancelledBy === "client";
    return (state === "cancelled" || state === "expired") && !isOurs && filledQuantity === "0";
  });
  return new Set(ended.map(({ clientOrderId }) => clientOrderId ?? ""));
}

/** Compares states first: the rest takes a request for each order. */
async function endsAgree({ origin, trader, accounts }: Seen): Promise<boolean> {
  const rows = new Map((await ordersOf(origin, trader)).map(({ id, execution }) => [id, execution]));
  return accounts.every((account) =>
    ordersIn(account).every((order) => {
      const execution = rows.get(order.clientOrderId ?? "");
      return !execution || (execution.state !== null && statesOf(account, order).includes(execution.state));
    }),
  );
}

async function gather({ origin, trader, accounts, controlUrl }: Seen): Promise<FillEvidence> {
  const rows = await ordersOf(origin, trader);
  const orders: FillEvidence["orders"][number][] = [];
  const left = rows.map(({ id }) => id);
  const readNext = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) orders.push(await orderDetails(origin, trader, id));
  };
  await Promise.all(Array.from({ length: READERS }, readNext));
  const venueAccounts = new Set(accounts.map(({ key }) => key.account));
  const answer = await fetch(`${controlUrl}/__sandbox/fills`);
  const fills = ((await answer.json()) as SimulatedFill[]).filter(({ account }) => venueAccounts.has(account));
  return {
    orders,
    simulated: accounts.flatMap((account) =>
      ordersIn(account).map((order) => ({
        clientOrderId: order.clientOrderId ?? "",
        venue: account.key.venue,
        isOpen: order.state === "working",
        states: statesOf(account, order),
      })),
    ),
    fills,
    positions: await positionsOf(origin, trader),
    held: accounts.map((account, index) => heldBy(account, trader.accounts[index] ?? "", fills)),
  };
}

/** The account's orders that came from us. */
function ordersIn({ market, key }: AccountMarket): MarketOrder[] {
  return market.ordersOf(key.account).filter(({ clientOrderId }) => clientOrderId !== null);
}

function heldBy(
  { market, key, instrument }: AccountMarket,
  accountId: string,
  fills: readonly SimulatedFill[],
): SimulatedPosition {
  // At spot a position is a balance, and its fee is taken from it.
  const { baseAsset } = market.listings.get(instrument) ?? {};
  const quantity =
    baseAsset === undefined
      ? market.positions(key.account).find((each) => each.instrument === instrument)?.quantity
      : market.balances(key.account).find(({ asset }) => asset === baseAsset)?.total;
  const byHand = fills.filter(({ account, clientOrderId }) => account === key.account && clientOrderId === null);
  return { accountId, quantity: quantity ?? "0", byHand: quantityHeld(byHand, baseAsset !== undefined) };
}

/** What each venue calls an order's state, all that it can be taken for: packages/venues says why. */
function statesOf({ market, key: { venue } }: AccountMarket, order: MarketOrder): readonly ExecutionState[] {
  const { state, filledQuantity, cancelledBy, timeInForce, placedAtMs } = order;
  switch (state) {
    case "filled":
    case "expired":
      return [state];
    case "rejected":
    case "cancelled": {
      // Binance calls what it ends itself expired.
      if (venue.startsWith("BINANCE") && cancelledBy === "venue") return ["expired"];
      // T-Invest's answers don't tell a cancelled day order from one that expired, once its session is over.
      const isOver = timeInForce === "day" && market.nowMs() >= RUSSIAN_SESSION.sessionEndsAt(placedAtMs);
      return venue === "TINKOFF" && isOver ? ["cancelled", "expired"] : ["cancelled"];
    }
    default:
      return [filledQuantity === "0" ? "working" : "partiallyFilled"];
  }
}
