/** What happens to an account, in Binance's terms, for both venues' streams. */
import { compareDecimals, sum } from "@chartrelay/contract";
import type { Market, MarketEvent, MarketFill, MarketFunding } from "../market/terms.ts";
import { statusOf, type OrderBook, type OrderRequest, type OrderStatus, type PlacedOrder } from "./order-book.ts";

export type Change<Request extends OrderRequest> =
  /** An order was entered, cancelled or has expired. */
  | {
      readonly kind: "order";
      readonly placed: PlacedOrder<Request>;
      readonly status: OrderStatus;
      /** What had been filled by then, in all and in parts. */
      readonly executed: string;
      readonly fills: readonly MarketFill[];
      readonly atMs: number;
    }
  | {
      readonly kind: "fill";
      readonly placed: PlacedOrder<Request>;
      readonly status: OrderStatus;
      /** With this fill. */
      readonly executed: string;
      readonly fills: readonly MarketFill[];
      readonly atMs: number;
      readonly fill: MarketFill;
    }
  /** Balances or positions changed. */
  | {
      readonly kind: "holdings";
      /** If nobody traded: what funding brought, negative if it cost it; else null. */
      readonly funding: string | null;
      readonly assets: ReadonlySet<string>;
      readonly instruments: ReadonlySet<string>;
      readonly atMs: number;
    };

/**
 * Calls `onChange` with what happens to an account from now on. Changes are told once the request that caused them has
 * been carried out, holdings after orders, all that one request changed in one. Returns how to end that.
 */
export function followAccount<Request extends OrderRequest>(
  market: Market,
  book: OrderBook<Request>,
  account: string,
  onChange: (change: Change<Request>) => void,
): () => void {
  let waiting: (() => Change<Request> | undefined)[] = [];
  let assets = new Set<string>();
  let instruments = new Set<string>();
  let isWaiting = false;
  let isOver = false;

  const tell = () => {
    const [changes, changed] = [waiting, { assets, instruments }];
    [waiting, assets, instruments, isWaiting] = [[], new Set(), new Set(), false];
    if (isOver) return;
    for (const change of changes) {
      const told = change();
      if (told) onChange(told);
    }
    if (changed.assets.size + changed.instruments.size > 0)
      onChange({ kind: "holdings", funding: null, ...changed, atMs: market.nowMs() });
  };

  const note = (event: MarketEvent) => {
    switch (event.kind) {
      case "position":
        instruments.add(event.position.instrument);
        break;
      case "balance":
        assets.add(event.balance.asset);
        break;
      case "order":
        waiting.push(orderChange(book, event.order));
        break;
      case "fill":
        waiting.push(fillChange(book, event.fill));
        break;
      case "funding":
        waiting.push(fundingChange(event.funding));
    }
    if (!isWaiting) queueMicrotask(tell);
    isWaiting = true;
  };
  const unsubscribe = market.subscribe(account, note);
  return () => {
    isOver = true;
    unsubscribe();
  };
}

function fundingChange({ asset, amount, atMs }: MarketFunding): () => Extract<Change<never>, { kind: "holdings" }> {
  return () => ({ kind: "holdings", funding: amount, assets: new Set([asset]), instruments: new Set(), atMs });
}

/** Keeps what is true now: the order goes on changing. */
function orderChange<Request extends OrderRequest>(
  book: OrderBook<Request>,
  order: MarketFill["order"],
): () => Change<Request> | undefined {
  const { state, cancelledBy, filledQuantity: executed, changedAtMs: atMs } = order;
  const status = statusOf({ state, cancelledBy, filledQuantity: executed });
  // The fill itself is told.
  if (status === "FILLED" || status === "PARTIALLY_FILLED") return () => undefined;
  const fills = [...order.fills];
  return () => ({ kind: "order", placed: book.of(order), status, executed, fills, atMs });
}

function fillChange<Request extends OrderRequest>(
  book: OrderBook<Request>,
  fill: MarketFill,
): () => Change<Request> | undefined {
  const { order, atMs } = fill;
  return () => {
    const fills = order.fills.filter(({ sequence }) => sequence <= fill.sequence);
    const executed = fills.reduce((total, { quantity }) => sum(total, quantity), "0");
    const status = compareDecimals(executed, order.quantity) >= 0 ? "FILLED" : "PARTIALLY_FILLED";
    return { kind: "fill", placed: book.of(order), status, executed, atMs, fill, fills };
  };
}
