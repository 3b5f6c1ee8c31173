/** Payments and refunds at the simulated CloudPayments. */

export type TransactionStatus = "AwaitingAuthentication" | "Completed" | "Cancelled" | "Declined";

export interface Transaction {
  readonly id: number;
  readonly kind: "Payment" | "Refund";
  readonly amount: number;
  readonly currency: string;
  readonly invoiceId: string | undefined;
  readonly accountId: string | undefined;
  readonly email: string | undefined;
  readonly description: string;
  /** The payment that this refunds. */
  readonly originalId: number | undefined;
  readonly createdAtMs: number;
  readonly cardNumber: string;
  /** The reason for which the bank will decline it, whatever the card. */
  readonly declineCode: number | undefined;
  status: TransactionStatus;
  /** 0 unless something went wrong. */
  reasonCode: number;
  /** Refunded so far. */
  refunded: number;
}

export type NewTransaction = Pick<
  Transaction,
  "kind" | "amount" | "currency" | "invoiceId" | "accountId" | "email" | "description" | "cardNumber" | "status"
> & { readonly originalId?: number; readonly declineCode?: number | undefined };

const FIRST_ID = 2_400_000_000;

export class Transactions {
  readonly #now: () => number;
  readonly #byId = new Map<number, Transaction>();
  #lastId = FIRST_ID;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the sandbox's time, in milliseconds since the Unix epoch. */
  now(): number {
    return Math.floor(this.#now());
  }

  add(transaction: NewTransaction): Transaction {
    this.#lastId += 1;
    const added: Transaction = {
      originalId: undefined,
      declineCode: undefined,
      ...transaction,
      id: this.#lastId,
      createdAtMs: this.now(),
      reasonCode: 0,
      refunded: 0,
    };
    this.#byId.set(added.id, added);
    return added;
  }

  get(id: number): Transaction | undefined {
    return this.#byId.get(id);
  }

  /** Returns all, oldest first. */
  list(): Transaction[] {
    return [...this.#byId.values()];
  }

  /** Ids continue from the last one, because the product may remember earlier ones. */
  reset(): void {
    this.#byId.clear();
  }
}
