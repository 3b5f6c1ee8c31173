/** Trades, positions and money as Alor writes them, in the Simple format. */
import { difference, negated } from "@chartrelay/contract";
import type { Market, MarketBalance, MarketFill, MarketPosition } from "../market/terms.ts";
import { instrumentOf, tradeNumberOf, valueOf } from "./listings.ts";
import type { OrderBook } from "./order-book.ts";
import { sumOfSession } from "./session-sums.ts";
import { alorTime } from "./time.ts";

/** `existing`: from a list or a stream's history. */
export function tradeRow(fill: MarketFill, book: OrderBook, existing: boolean): object {
  const { number, request } = book.placed(fill.order);
  const { instrument, body } = request;
  const lots = Number(fill.quantity);
  return {
    id: tradeNumberOf(fill),
    orderno: number,
    comment: body.comment ?? null,
    symbol: instrument.symbol,
    brokerSymbol: `${instrument.exchange}:${instrument.symbol}`,
    exchange: instrument.exchange,
    date: alorTime(fill.atMs),
    board: body.instrument.instrumentGroup,
    qtyUnits: lots * instrument.lotSize,
    qtyBatch: lots,
    qty: lots,
    price: Number(fill.price),
    accruedInt: 0,
    side: body.side,
    existing,
    // Alor doesn't say it for derivatives.
    commission: instrument.market === "FORTS" ? null : Number(fill.fee),
    repoSpecificFields: null,
    volume: Number(valueOf(instrument, fill.price, fill.quantity)),
  };
}

/**
 * Returns a position, also one that was closed: its row stays, with zeros. What was bought today is in the columns of
 * the coming days, and not yet in T0; only a future settles at once.
 */
export function positionRow(position: MarketPosition, market: Market, existing: boolean): object {
  const instrument = instrumentOf(position.instrument);
  const { symbol, shortName, exchange, lotSize } = instrument;
  const today = quantityTraded(position, market);
  const atOpening = difference(position.quantity, today);
  const isSettled = instrument.market === "FORTS";
  const settled = isSettled ? position.quantity : atOpening;
  const [lots, lotsNow, lotsOpen] = [Number(position.quantity), Number(settled), Number(atOpening)];
  const cost = valueOf(instrument, position.averagePrice, position.quantity);
  const worth = valueOf(instrument, market.price(position.instrument), position.quantity);
  return {
    volume: Number(cost),
    currentVolume: Number(worth),
    symbol,
    brokerSymbol: `${exchange}:${symbol}`,
    portfolio: position.account,
    exchange,
    avgPrice: Number(position.averagePrice),
    qtyUnits: lots * lotSize,
    openUnits: lotsOpen * lotSize,
    lotSize,
    shortName,
    qtyT0: lotsNow * lotSize,
    qtyT1: lots * lotSize,
    qtyT2: lots * lotSize,
    qtyTFuture: lots * lotSize,
    qtyT0Batch: lotsNow,
    qtyT1Batch: lots,
    qtyT2Batch: lots,
    qtyTFutureBatch: lots,
    qtyBatch: lots,
    openQtyBatch: lotsOpen,
    qty: lots,
    open: lotsOpen,
    dailyUnrealisedPl: Number(difference(worth, cost)),
    unrealisedPl: Number(difference(worth, cost)),
    isCurrency: false,
    existing,
  };
}

/** Returns money as Alor lists it among the positions. */
export function moneyRow({ account, asset, total }: MarketBalance, existing: boolean): object {
  const amount = Number(total);
  return {
    volume: amount,
    currentVolume: amount,
    symbol: asset,
    brokerSymbol: `MOEX:${asset}`,
    portfolio: account,
    exchange: "MOEX",
    avgPrice: 1,
    qtyUnits: amount,
    openUnits: amount,
    lotSize: 1,
    shortName: asset,
    qtyT0: amount,
    qtyT1: amount,
    qtyT2: amount,
    qtyTFuture: amount,
    qtyT0Batch: amount,
    qtyT1Batch: amount,
    qtyT2Batch: amount,
    qtyTFutureBatch: amount,
    qtyBatch: amount,
    openQtyBatch: amount,
    qty: amount,
    open: amount,
    dailyUnrealisedPl: 0,
    unrealisedPl: 0,
    isCurrency: true,
    existing,
  };
}

/** Returns what the present session's trades added to a position, signed. */
function quantityTraded({ account, instrument }: MarketPosition, market: Market): string {
  return sumOfSession(market.fillsOf(account), market.nowMs(), instrument, ({ order, quantity }) => {
    if (order.instrument !== instrument) return "0";
    return order.side === "BUY" ? quantity : negated(quantity);
  });
}
