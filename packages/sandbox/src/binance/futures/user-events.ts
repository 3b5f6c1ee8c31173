/** A futures account's events as its stream sends them: futures documentation, User Data Streams. */
import type { Market } from "../../market/terms.ts";
import type { FuturesKey } from "../api-keys.ts";
import type { Change } from "../event-feed.ts";
import { isMaker, quoteValueOf, type OrderBook } from "../order-book.ts";
import { quotient } from "@chartrelay/contract";
import type { PlacedFuturesOrder } from "./orders.ts";
import type { FuturesOrder } from "./order-request.ts";
import { openProfitOf, positionsOf, realisedBy, type SideOf } from "./positions.ts";

export interface FuturesEventParts {
  readonly key: FuturesKey;
  readonly market: Market;
  readonly book: OrderBook<FuturesOrder>;
  readonly sideOf: SideOf;
}

type OrderChange = Exclude<Change<FuturesOrder>, { kind: "holdings" }>;

/** `er`, why an order expired: the rest of an IOC order, that of a market order, a reduce-only order knocked out. */
const EXPIRED_BY = { none: "0", immediate: "2", reduceOnly: "4", market: "9" } as const;

/** Returns the events that tell a change, in their order. */
export function userEvents(change: Change<FuturesOrder>, parts: FuturesEventParts): readonly object[] {
  if (change.kind === "holdings") return [accountUpdate(change, parts)];
  // TRADE_LITE is there to be faster, so it comes first.
  return change.kind === "fill" ? [tradeLite(change, parts), orderUpdate(change, parts)] : [orderUpdate(change, parts)];
}

function tradeLite(
  { placed, fill, atMs }: Extract<OrderChange, { kind: "fill" }>,
  { book }: FuturesEventParts,
): object {
  const at = Math.floor(atMs);
  const { request, id } = placed;
  return {
    e: "TRADE_LITE",
    E: at,
    T: at,
    s: request.symbol,
    q: request.quantity,
    p: request.price ?? "0",
    m: isMaker(fill),
    c: request.clientOrderId,
    S: request.side,
    L: fill.price,
    l: fill.quantity,
    t: book.tradeId(fill),
    i: id,
  };
}

function orderUpdate(change: OrderChange, { market, book, sideOf }: FuturesEventParts): object {
  const { placed, status, executed, fills } = change;
  const { request, id } = placed;
  const at = Math.floor(change.atMs);
  const fill = change.kind === "fill" ? change.fill : undefined;
  return {
    e: "ORDER_TRADE_UPDATE",
    E: at,
    T: at,
    o: {
      s: request.symbol,
      c: request.clientOrderId,
      S: request.side,
      o: request.type,
      f: request.timeInForce,
      q: request.quantity,
      p: request.price ?? "0",
      ap: fills.length === 0 ? "0" : quotient(quoteValueOf(fills), executed, 8),
      sp: "0",
      x: fill ? "TRADE" : status,
      X: status,
      i: id,
      l: fill?.quantity ?? "0",
      z: executed,
      L: fill?.price ?? "0",
      ...(fill && { N: fill.feeCurrency, n: fill.fee }),
      T: at,
      t: fill ? book.tradeId(fill) : 0,
      b: "0",
      a: "0",
      m: fill ? isMaker(fill) : false,
      R: request.reduceOnly,
      wt: "CONTRACT_PRICE",
      ot: request.type,
      ps: request.positionSide,
      cp: false,
      pP: false,
      si: 0,
      ss: 0,
      rp: fill ? realisedBy(fill, market, sideOf) : "0",
      V: "EXPIRE_MAKER",
      pm: "NONE",
      gtd: request.goodTillDate ?? 0,
      er: status === "EXPIRED" ? expiryReason(placed) : EXPIRED_BY.none,
    },
  };
}

function expiryReason({ request: { type, reduceOnly, timeInForce } }: PlacedFuturesOrder): string {
  if (reduceOnly) return EXPIRED_BY.reduceOnly;
  if (type === "MARKET") return EXPIRED_BY.market;
  return timeInForce === "IOC" ? EXPIRED_BY.immediate : EXPIRED_BY.none;
}

/**
 * Positions are absolute, and only those that changed; the wallet's balance is without open profit. Funding of a crossed
 * position is told without it.
 */
function accountUpdate(
  { funding, assets, instruments, atMs }: Extract<Change<FuturesOrder>, { kind: "holdings" }>,
  { key, market, sideOf }: FuturesEventParts,
): object {
  const at = Math.floor(atMs);
  const balances = market.balances(key.account).filter(({ asset }) => assets.has(asset));
  const positions = positionsOf(key.account, market, sideOf).filter(({ symbol }) => instruments.has(symbol));
  return {
    e: "ACCOUNT_UPDATE",
    E: at,
    T: at,
    a: {
      m: funding === null ? "ORDER" : "FUNDING_FEE",
      B: balances.map(({ asset, total }) => ({ a: asset, wb: total, cw: total, bc: funding ?? "0" })),
      ...(funding === null && {
        P: positions.map((position) => ({
          s: position.symbol,
          pa: position.quantity,
          ep: position.entryPrice,
          bep: position.entryPrice,
          cr: position.realised,
          up: openProfitOf(position, market.price(position.symbol)),
          mt: "cross",
          iw: "0",
          ps: position.side,
        })),
      }),
    },
  };
}
