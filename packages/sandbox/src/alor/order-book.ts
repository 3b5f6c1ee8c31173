/** The orders of one environment, and the requests that its gateway remembers. Every access is a map look-up. */
import type { Answer } from "../fault-delivery.ts";
import { isConditional, type OrderRequest } from "./order-request.ts";

export type OrderStatus = "working" | "filled" | "canceled" | "rejected";

export interface PlacedOrder {
  readonly number: string;
  readonly request: OrderRequest;
  readonly placedAtMs: number;
  status: OrderStatus;
  /** The order that a conditional order became when it was triggered. */
  readonly became: PlacedOrder | undefined;
}

export class OrderBook {
  readonly #byPortfolio = new Map<string, PlacedOrder[]>();
  readonly #byNumber = new Map<string, PlacedOrder>();
  /**
   * First answers by X-REQID. Alor documents neither scope nor window: here they last until a reset, for the
   * environment.
   */
  readonly #answers = new Map<string, Answer>();
  readonly #firstNumber: bigint;

  /** Numbers count up from `firstNumber`, so the same orders get the same numbers after a reset. */
  constructor(firstNumber: bigint) {
    this.#firstNumber = firstNumber;
  }

  place(request: OrderRequest, placedAtMs: number, status: OrderStatus, became?: PlacedOrder): PlacedOrder {
    const number = String(this.#firstNumber + BigInt(this.#byNumber.size));
    const order: PlacedOrder = { number, request, placedAtMs, status, became };
    this.#byNumber.set(number, order);
    const portfolio = request.body.user.portfolio;
    const orders = this.#byPortfolio.get(portfolio);
    if (orders) orders.push(order);
    else this.#byPortfolio.set(portfolio, [order]);
    return order;
  }

  /** Returns a portfolio's conditional orders, or all others. */
  of(portfolio: string, conditional: boolean): readonly PlacedOrder[] {
    return (this.#byPortfolio.get(portfolio) ?? []).filter(({ request }) => isConditional(request) === conditional);
  }

  /** Returns the order with that number, if it is of the requested sort, conditional or not. */
  get(number: string, conditional: boolean): PlacedOrder | undefined {
    const order = this.#byNumber.get(number);
    return order && isConditional(order.request) === conditional ? order : undefined;
  }

  answerTo(requestId: string): Answer | undefined {
    return this.#answers.get(requestId);
  }

  remember(requestId: string, answer: Answer): Answer {
    this.#answers.set(requestId, answer);
    return answer;
  }

  reset(): void {
    this.#byPortfolio.clear();
    this.#byNumber.clear();
    this.#answers.clear();
  }
}
