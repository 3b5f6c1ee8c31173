/** What each stream sends: its acknowledgement, and what it makes of what happens in the market. */
import type { MarketEvent, MarketFill, MarketOrder } from "../market/terms.ts";
import type { TinkoffAccount } from "./accounts.ts";
import { holdingsOf } from "./holdings.ts";
import type { JsonObject } from "./method.ts";
import { futurePosition, moneyIn, positions, securityPosition, type OperationsGateway } from "./operations.ts";
import type { OrderBook } from "./order-book.ts";
import { streamedOrder, streamedReceipt } from "./order-state.ts";

export interface StreamGateway extends OperationsGateway {
  readonly book: OrderBook;
}

/** Names a stream in its messages. */
export interface StreamIds {
  readonly streamId: string;
  readonly trackingId: string;
}

export interface StreamMethod {
  /** How many streams of the method a user may have open. */
  readonly limitOf: (account: TinkoffAccount) => number;
  /** How often a quiet stream pings, in milliseconds. */
  readonly pings: { readonly least: number; readonly most: number; readonly usual: number };
  /** Returns the interval that a request asks for; undefined if it names none. */
  readonly pingIn: (request: JsonObject) => unknown;
  /** Answers a request. `missing`: the accounts that the token doesn't open. */
  readonly acknowledge: (ids: StreamIds, accounts: readonly string[], missing: readonly string[]) => object;
  /** Returns what is sent right after the acknowledgement. */
  readonly first: (
    gateway: StreamGateway,
    request: JsonObject,
    accounts: readonly TinkoffAccount[],
  ) => readonly object[];
  /** Returns a function that makes messages of the accounts' events. */
  readonly translate: (gateway: StreamGateway) => (event: MarketEvent) => readonly object[];
  /** How long after an event its messages come, in milliseconds. */
  readonly lagMs: (gateway: StreamGateway) => number;
}

/** The streams by method (docs/venues/t-invest.md, Streams). */
export const STREAMS = {
  "OrdersStreamService/OrderStateStream": {
    limitOf: ({ orderStreams }) => orderStreams,
    pings: { least: 1_000, most: 120_000, usual: 120_000 },
    pingIn: ({ pingDelayMillis }) => pingDelayMillis,
    acknowledge: ({ streamId, trackingId }, accounts, missing) => ({
      subscription:
        missing.length === 0
          ? { trackingId, status: "RESULT_SUBSCRIPTION_STATUS_OK", streamId, accounts }
          : {
              trackingId,
              status: "RESULT_SUBSCRIPTION_STATUS_ERROR",
              streamId,
              accounts,
              error: { code: "50004", message: "Account not found" },
            },
    }),
    first: () => [],
    translate: orderMessages,
    lagMs: () => 0,
  },
  "OperationsStreamService/PositionsStream": {
    limitOf: ({ operationStreams }) => operationStreams,
    pings: { least: 5_000, most: 180_000, usual: 120_000 },
    pingIn: ({ pingSettings }) => (pingSettings as JsonObject | undefined)?.["pingDelayMs"],
    acknowledge: ({ streamId, trackingId }, accounts, missing) => ({
      subscriptions: {
        accounts: accounts.map((accountId) => ({
          accountId,
          subscriptionStatus: `POSITIONS_SUBSCRIPTION_STATUS_${missing.includes(accountId) ? "ACCOUNT_NOT_FOUND" : "SUCCESS"}`,
        })),
        trackingId,
        streamId,
      },
    }),
    first: (gateway, { withInitialPositions }, accounts) =>
      withInitialPositions === true
        ? accounts.map((account) => ({ initialPositions: positions(gateway, account) }))
        : [],
    translate: positionMessages,
    lagMs: ({ lags }) => lags.positionsMs,
  },
} as const satisfies Record<string, StreamMethod>;
export type StreamName = keyof typeof STREAMS;

/**
 * Of each order first the broker's receipt, under a number of the broker's own; then each state, with the trades since
 * the last one.
 */
function orderMessages(gateway: StreamGateway): (event: MarketEvent) => readonly object[] {
  const trades = new WeakMap<MarketOrder, MarketFill[]>();
  return (event) => {
    if (event.kind === "fill") {
      const { order } = event.fill;
      trades.set(order, [...(trades.get(order) ?? []), event.fill]);
    }
    if (event.kind !== "order") return [];
    const { order } = event;
    const fresh = trades.get(order) ?? [];
    trades.delete(order);
    const state = { orderState: streamedOrder(order, gateway, fresh) };
    return isNew(order) ? [{ orderState: streamedReceipt(order, gateway) }, state] : [state];
  };
}

/** Whether it is the order's first event: whatever happens to it later, it is filled or it ends. */
function isNew({ state, filledQuantity }: MarketOrder): boolean {
  return state === "rejected" || (state === "working" && filledQuantity === "0");
}

/** Only what changed. */
function positionMessages(gateway: StreamGateway): (event: MarketEvent) => readonly object[] {
  return (event) => {
    const of = (account: string, changed: object) => [
      {
        position: {
          accountId: account,
          money: [],
          securities: [],
          futures: [],
          options: [],
          date: new Date(gateway.market.nowMs()).toISOString(),
          ...changed,
        },
      },
    ];
    if (event.kind === "position") {
      const { account, instrument } = event.position;
      const holding = holdingsOf(gateway.market, account, 0).find(({ position }) => position.instrument === instrument);
      if (!holding) return [];
      return holding.listing.kind === "FUTURES"
        ? of(account, { futures: [futurePosition(holding)] })
        : of(account, { securities: [securityPosition(holding)] });
    }
    if (event.kind !== "balance") return [];
    const { account } = event.balance;
    const { money, blocked } = moneyIn(gateway, account);
    const all = money.map((availableValue, index) => ({ availableValue, blockedValue: blocked[index] }));
    return of(account, { money: all });
  };
}
