/** The orders of one environment, and what its gateway remembers of requests. Everything is a look-up in a map. */
import type { Answer } from "../fault-delivery.ts";
import { isConditional, type OrderRequest } from "./order-request.ts";

export type OrderStatus = "working" | "filled" | "canceled" | "rejected";

export interface PlacedOrder {
  readonly number: string;
  readonly request: OrderRequest;
  readonly placedAtMs: number;
  status: OrderStatus;
  /** The order that a conditional one became when it was triggered. */
  readonly became: PlacedOrder | undefined;
}

export class OrderBook {
  readonly #byPortfolio = new Map<string, PlacedOrder[]>();
  readonly #byNumber = new Map<string, PlacedOrder>();
  /** First answers by X-REQID. Alor names neither scope nor window: here it is the environment, and until reset. */
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

  /** A portfolio's conditional orders, or all others. */
  of(portfolio: string, conditional: boolean): readonly PlacedOrder[] {
    return (this.#byPortfolio.get(portfolio) ?? []).filter(({ request }) => isConditional(request) === conditional);
  }

  /** The order of that number, if it is a conditional one, or isn't. */
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
