/** What a replay's orders have traded: the ledgers that the storage keeps of live ones (strategies/ledger.ts). */
import {
  absolute,
  compareDecimals,
  difference,
  product,
  signOf,
  sum,
  type OrderSide,
  type VenueName,
} from "@chartrelay/contract";
import type { Planned, PlanBooks, StrategyMemberKey } from "../orders/index.ts";
import type { DayRecord, Held, LedgerEntry, OrderTerms } from "../strategies/index.ts";
import type { SimulatedFill, SimulatedOrder } from "./market.ts";

/** An order that its venue has accepted. */
export interface SentOrder {
  readonly id: string;
  readonly signalId: string | undefined;
  readonly strategyId: string;
  readonly accountId: string;
  readonly venue: VenueName;
  /** As the message writes it, in capitals, and the contract behind it. */
  readonly ticker: string;
  readonly contract: string | null;
  readonly symbol: string;
  readonly direction: OrderSide;
  readonly quantity: string;
  /** Its type and prices, as it was sent. */
  readonly terms: OrderTerms;
  readonly isEntry: boolean;
  readonly leg: 1 | 2 | null;
  /** Whether TradingView held nothing before it. */
  readonly isFromFlat: boolean;
  readonly receivedAtUs: number;
}

interface OpenOrder extends SentOrder {
  /** How many of its fills are counted. */
  seen: number;
  filled: string;
  isOver: boolean;
}

interface Position {
  readonly strategyId: string;
  readonly accountId: string;
  readonly venue: VenueName;
  readonly symbol: string;
  ticker: string;
  contract: string;
  quantity: string;
  cash: string;
  entries: number;
  scale: Held["scale"];
  /** What fees have taken from the coins bought since TradingView was flat. */
  fees: string;
}

type Scale = NonNullable<Planned["terms"]>["scale"];

/** The books of one replay. */
export interface ReplayBooks extends PlanBooks {
  /** Enters an order just before it is sent, with the scale that was decided for it. */
  enter(order: SentOrder, scale: Scale): void;
  /** It was refused, before it was sent or by the venue. */
  refuse(order: Pick<SentOrder, "id" | "signalId" | "accountId" | "leg">): void;
  /** Counts what became of an order; each fill once. */
  count(id: string, order: SimulatedOrder): void;
  /** Those that may still be filled, oldest first. */
  working(): readonly SentOrder[];
  held(): readonly Held[];
  /** At spot, what fees have taken from the coins bought, and less than a step that may be left of them. */
  feesIn(accountId: string, symbol: string): string;
}

export function createReplayBooks(): ReplayBooks {
  const orders = new Map<string, OpenOrder>();
  /** Those that may still be filled. */
  const open = new Map<string, OpenOrder>();
  const positions = new Map<string, Position>();
  const failedLegs = new Set<string>();
  const days = new Map<string, DayRecord>();
  const keyOf = ({ strategyId, accountId }: StrategyMemberKey) => `${strategyId} ${accountId}`;

  const positionFor = (order: SentOrder): Position => {
    const { strategyId, accountId, venue, symbol, ticker, contract } = order;
    const key = `${accountId} ${symbol}`;
    const position: Position = positions.get(key) ?? {
      strategyId,
      accountId,
      venue,
      symbol,
      ticker,
      contract: contract ?? ticker,
      quantity: "0",
      cash: "0",
      entries: 0,
      scale: null,
      fees: "0",
    };
    positions.set(key, Object.assign(position, { ticker, contract: contract ?? ticker }));
    return position;
  };

  /** As COUNT_IN_LEDGER does it. */
  const countFills = (order: OpenOrder, fills: readonly SimulatedFill[]) => {
    const position = positionFor(order);
    const before = signOf(position.quantity);
    for (const { side, quantity, price, fee, feeCurrency } of fills) {
      const isPurchase = side === "BUY";
      const worth = product(quantity, price);
      position.quantity = (isPurchase ? sum : difference)(position.quantity, quantity);
      position.cash = (isPurchase ? difference : sum)(position.cash, worth);
      if (order.venue !== "BINANCE_SPOT" || !order.symbol.startsWith(feeCurrency)) continue;
      position.quantity = difference(position.quantity, fee);
      position.fees = sum(position.fees, fee);
    }
    const entered = order.isEntry && order.seen === 0 && fills.length > 0 ? 1 : 0;
    const after = signOf(position.quantity);
    position.entries = after === 0 ? 0 : after === before ? position.entries + entered : Math.max(1, entered);
    order.seen += fills.length;
  };

  return {
    enter(order, scale) {
      const entered: OpenOrder = { ...order, seen: 0, filled: "0", isOver: false };
      orders.set(order.id, entered);
      open.set(order.id, entered);
      const position = positionFor(order);
      if (scale !== null) position.scale = scale;
      if (order.isFromFlat) position.fees = signOf(position.quantity) === 0 ? "0" : absolute(position.quantity);
    },
    refuse({ id, signalId, accountId, leg }) {
      orders.delete(id);
      open.delete(id);
      if (leg === 1) failedLegs.add(`${signalId} ${accountId}`);
    },
    count(id, { fills, filledQuantity, state }) {
      const order = orders.get(id);
      if (!order) return;
      const fresh = fills.slice(order.seen);
      if (fresh.length > 0) countFills(order, fresh);
      order.filled = filledQuantity;
      order.isOver = state !== "working";
      if (order.isOver) open.delete(id);
    },
    working: () => [...open.values()],
    held: () => [...positions.values()].map(({ cash: _, entries: __, strategyId: ___, fees: ____, ...held }) => held),
    feesIn: (accountId, symbol) => positions.get(`${accountId} ${symbol}`)?.fees ?? "0",

    async ledger({ accountId }, exceptOrderId) {
      const working = [...open.values()].filter((order) => order.accountId === accountId && order.id !== exceptOrderId);
      return [...positions.values()]
        .filter((position) => position.accountId === accountId)
        .map(({ symbol, venue, ticker, quantity, scale, entries }): LedgerEntry => {
          const own = working.filter((order) => order.symbol === symbol);
          const isNew = ({ isEntry, seen }: OpenOrder) => isEntry && seen === 0;
          return {
            symbol,
            venue,
            ticker,
            quantity,
            scale,
            entries: entries + own.filter(isNew).length,
            working: restOf(own),
            filling: restOf(own.filter(({ terms }) => terms.type === "MARKET")),
            resting: own
              .filter(({ terms }) => terms.type !== "MARKET")
              .map(({ id, direction, terms }) => ({ id, direction, ...terms })),
          };
        });
    },
    async hasClosingFailed({ signalId, accountId }) {
      const leg = [...orders.values()].find(
        (order) => order.signalId === signalId && order.accountId === accountId && order.leg === 1,
      );
      if (failedLegs.has(`${signalId} ${accountId}`)) return true;
      return leg !== undefined && leg.isOver && compareDecimals(leg.filled, leg.quantity) < 0;
    },
    async sentSince({ accountId }, fromUs, exceptOrderId) {
      const isCounted = (order: OpenOrder) =>
        order.accountId === accountId && order.receivedAtUs >= fromUs && order.id !== exceptOrderId;
      return [...orders.values()].filter(isCounted).length;
    },
    traded: async ({ accountId }) =>
      [...positions.values()]
        .filter((position) => position.accountId === accountId)
        .map(({ symbol, quantity, cash, contract }) => ({
          symbol,
          quantity,
          cash,
          ticker: contract,
          currency: null,
          unitValue: null,
        })),
    day: async (member) => days.get(keyOf(member)) ?? null,
    rememberDay: async (member, record) => void days.set(keyOf(member), record),
  };
}

function restOf(orders: readonly OpenOrder[]): { readonly buy: string; readonly sell: string } {
  const on = (side: OrderSide) =>
    orders
      .filter(({ direction }) => direction === side)
      .reduce((rest, { quantity, filled }) => sum(rest, difference(quantity, filled)), "0");
  return { buy: on("BUY"), sell: on("SELL") };
}
