/** A market with a clock of its own, and short ways to place orders in it. */
import { createMarket } from "./market.ts";
import type { Listing, Market, MarketEvent, MarketOrder, NewMarketOrder } from "./terms.ts";

/** Noon of a Monday, UTC. */
export const NOON_MS = Date.UTC(2026, 10, 23, 12);

export const SHARE: Listing = {
  instrument: "SBER",
  tick: "0.01",
  quantityStep: "1",
  price: "300",
  unitValue: "10",
  currency: "RUB",
  kind: "security",
  feeRate: "0.0005",
  feeFrom: "currency",
  marginRate: "0",
};
export const COIN: Listing = {
  ...SHARE,
  instrument: "BTCUSDT",
  quantityStep: "0.001",
  price: "100000",
  unitValue: "1",
  currency: "USDT",
  kind: "asset",
  baseAsset: "BTC",
  feeRate: "0.001",
  feeFrom: "received",
};
export const FUTURE: Listing = {
  ...SHARE,
  instrument: "RTS-12.26",
  tick: "10",
  price: "110000",
  unitValue: "1.621",
  kind: "future",
  marginRate: "0.2",
};

const ORDER: NewMarketOrder = {
  account: "A",
  clientOrderId: "c1",
  instrument: SHARE.instrument,
  side: "BUY",
  quantity: "10",
  limit: null,
  trigger: null,
  kind: "order",
  timeInForce: "until-cancelled",
  expiresAtMs: null,
  reduceOnly: false,
};

export const PERPETUAL: Listing = {
  ...FUTURE,
  instrument: "BTCUSDT.P",
  tick: "0.1",
  quantityStep: "0.001",
  price: "100000",
  unitValue: "1",
  currency: "USDT",
  marginRate: "0.05",
  fundingRate: "0.0001",
};

/** Returns an order: by default, account A buys 10 lots of the share at the market. */
export const order = (changes: Partial<NewMarketOrder> = {}): NewMarketOrder => ({ ...ORDER, ...changes });

/** Opens a market of these listings, at noon. */
export function openMarket(listings: readonly Listing[] = [SHARE, COIN, FUTURE]) {
  const clock = { ms: NOON_MS };
  const market = createMarket({ listings, now: () => clock.ms });
  return { market, clock, place: (changes: Partial<NewMarketOrder> = {}) => market.place(order(changes)) };
}

/** Records what happens to an account, in a short form. */
export function follow(market: Market, account = "A"): string[] {
  const told: string[] = [];
  market.subscribe(account, (event) => void told.push(short(event)));
  return told;
}

function short(event: MarketEvent): string {
  switch (event.kind) {
    case "order":
      return `order ${event.order.sequence} ${shortOrder(event.order)}`;
    case "fill":
      return `fill ${event.fill.quantity} @ ${event.fill.price}`;
    case "position":
      return `position ${event.position.instrument} ${event.position.quantity}`;
    case "balance":
      return `balance ${event.balance.asset} ${event.balance.total} blocked ${event.balance.blocked}`;
    case "funding":
      return `funding ${event.funding.instrument} ${event.funding.amount}`;
  }
}

/** Returns an order's state and what is filled. */
export const shortOrder = ({ state, filledQuantity }: MarketOrder): string => `${state} ${filledQuantity}`;
