/** The orders of one environment, as Alor numbers them, and the requests that its gateway remembers. */
import type { StopCondition } from "@chartrelay/contract";
import type { Answer } from "../fault-delivery.ts";
import type { Market, MarketOrder, NewMarketOrder, TimeInForce, Trigger } from "../market/terms.ts";
import { instrumentOf, alorMarketName } from "./listings.ts";
import type { Body } from "./order-body.ts";
import { isConditional, type OrderRequest } from "./order-request.ts";

export interface PlacedOrder {
  readonly number: string;
  /** As it was sent; of the order that a conditional order became, as if that had been sent. */
  readonly request: OrderRequest;
  readonly order: MarketOrder;
}

export interface OrderBookOptions {
  /** Numbers count up from it, so the same orders get the same numbers after a reset. */
  readonly firstNumber: bigint;
  /** Whether the order that a conditional one becomes has its comment. */
  readonly keepsTriggeredComment: boolean;
}

export class OrderBook {
  readonly #market: Market;
  readonly #options: OrderBookOptions;
  /** Not weak: the process stands still while garbage collection goes through a weak map's entries. */
  readonly #requests = new Map<MarketOrder, OrderRequest>();
  /** The request of the order that is being placed, until the market tells of it. */
  #entering: OrderRequest | undefined;
  /**
   * First answers by X-REQID. Alor documents neither scope nor window: here they last until a reset, for the
   * environment.
   */
  readonly #answers = new Map<string, Answer>();

  constructor(market: Market, options: OrderBookOptions) {
    this.#market = market;
    this.#options = options;
  }

  /** Sends an order to the exchange; `isRejected`: which rejects it. */
  place(request: OrderRequest, isRejected: boolean): PlacedOrder {
    this.#entering = request;
    const placed = toMarketOrder(request);
    const order = isRejected ? this.#market.placeRejected(placed) : this.#market.place(placed);
    this.#entering = undefined;
    this.#requests.set(order, request);
    return this.placed(order);
  }

  /** Returns whether the portfolio has the money for an order, as far as the exchange asks for it at once. */
  isCovered(request: OrderRequest): boolean {
    // Most accounts have all the money there is: no need to count it for each of their orders.
    if (isConditional(request) || !this.#market.isFunded(request.body.user.portfolio)) return true;
    return this.#market.requirement(toMarketOrder(request)).isCovered;
  }

  /** Returns whether there was something left to cancel. */
  cancel({ order }: PlacedOrder): boolean {
    return this.#market.cancel(order, "client");
  }

  /** Returns what Alor knows of an order in the market, whoever placed it. */
  placed(order: MarketOrder): PlacedOrder {
    return { number: this.#numberOf(order), request: this.#requestOf(order), order };
  }

  /** Returns the number of the order that a conditional order became; null if it hasn't. */
  numberOfChild({ order: { child } }: PlacedOrder): string | null {
    return child && this.#numberOf(child);
  }

  /** Returns a portfolio's conditional orders, or all others, oldest first. */
  of(portfolio: string, conditional: boolean): readonly PlacedOrder[] {
    const orders = this.#market.ordersOf(portfolio).filter(({ trigger }) => (trigger !== null) === conditional);
    return orders.map((order) => this.placed(order));
  }

  /** Returns the order with that number, if it is of the requested sort, conditional or not. */
  get(number: string, conditional: boolean): PlacedOrder | undefined {
    if (!/^\d{1,18}$/.test(number)) return undefined;
    const order = this.#market.order(Number(BigInt(number) - this.#options.firstNumber) + 1);
    return order && (order.trigger !== null) === conditional ? this.placed(order) : undefined;
  }

  answerTo(requestId: string): Answer | undefined {
    return this.#answers.get(requestId);
  }

  remember(requestId: string, answer: Answer): Answer {
    this.#answers.set(requestId, answer);
    return answer;
  }

  reset(): void {
    this.#requests.clear();
    this.#answers.clear();
  }

  #numberOf({ sequence }: MarketOrder): string {
    return String(this.#options.firstNumber + BigInt(sequence - 1));
  }

  #requestOf(order: MarketOrder): OrderRequest {
    const known = this.#requests.get(order);
    if (known) return known;
    const entering = this.#entering;
    const request = order.parent ? this.#triggered(order.parent) : (entering ?? requestByHand(order));
    if (request === entering) this.#entering = undefined;
    this.#requests.set(order, request);
    return request;
  }

  /** Returns the request of the order that a conditional one became. */
  #triggered(parent: MarketOrder): OrderRequest {
    const { body, ...request } = this.#requestOf(parent);
    const { comment: _, ...withoutComment } = body;
    return {
      ...request,
      body: this.#options.keepsTriggeredComment ? body : withoutComment,
      type: request.type === "stop" ? "market" : "limit",
      triggerPrice: null,
    };
  }
}

/** Returns the request of a trade that came by another way than this API. */
function requestByHand({ account, instrument: name, side, quantity, limit }: MarketOrder): OrderRequest {
  const instrument = instrumentOf(name);
  const { symbol, exchange, boards } = instrument;
  const body: Body = {
    side: side === "BUY" ? "buy" : "sell",
    quantity: Number(quantity),
    instrument: { symbol, exchange, instrumentGroup: boards[0] },
    user: { portfolio: account },
    allowMargin: true,
    timeInForce: "oneday",
  };
  return { type: limit === null ? "market" : "limit", body, price: limit, triggerPrice: null, instrument };
}

const TIMES_IN_FORCE: Readonly<Record<Body["timeInForce"], TimeInForce>> = {
  oneday: "day",
  // Only market orders have it, and this market never closes for them.
  attheclose: "day",
  immediateorcancel: "immediate",
  fillorkill: "all-or-nothing",
  goodtillcancelled: "until-cancelled",
  bookorcancel: "post-only",
};

/** A conditional order waits past the session's end, until its own. */
function toMarketOrder(request: OrderRequest): NewMarketOrder {
  const { body, price, instrument } = request;
  const isBuy = body.side === "buy";
  const trigger = triggerOf(request);
  const isStop = body.condition?.startsWith(isBuy ? "More" : "Less") ?? false;
  return {
    account: body.user.portfolio,
    clientOrderId: body.comment ?? null,
    instrument: alorMarketName(instrument),
    side: isBuy ? "BUY" : "SELL",
    quantity: String(body.quantity),
    limit: price,
    trigger,
    kind: trigger === null ? "order" : isStop ? "stop" : "takeProfit",
    timeInForce: trigger && body.timeInForce === "oneday" ? "until-cancelled" : TIMES_IN_FORCE[body.timeInForce],
    expiresAtMs: body.stopEndUnixTime ? body.stopEndUnixTime * 1_000 : null,
    reduceOnly: false,
  };
}

const CONDITIONS: Readonly<Record<StopCondition, Trigger["condition"]>> = {
  More: "rises-above",
  MoreOrEqual: "rises-to",
  Less: "falls-below",
  LessOrEqual: "falls-to",
};
/** No price is below zero: an order that isn't activated waits whatever the market does. */
const NEVER: Trigger = { condition: "falls-below", price: "0" };

function triggerOf(request: OrderRequest): Trigger | null {
  const { body, triggerPrice } = request;
  if (!isConditional(request) || !body.condition || triggerPrice === null) return null;
  return body.activate === false ? NEVER : { condition: CONDITIONS[body.condition], price: triggerPrice };
}
