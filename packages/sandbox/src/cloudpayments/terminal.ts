/** A seller's terminal: accepts payments by test cards, refunds them, and notifies the seller of each. */
import type { Notifications } from "./notifications.ts";
import { reasonOf } from "./reason-codes.ts";
import { cardTypeOf, findCard } from "./test-cards.ts";
import type { Transaction, Transactions } from "./transactions.ts";

/** The demo terminal in the vendor's documentation, and a secret that isn't one. */
export const PUBLIC_ID = "test_api_00000000000000000000002";
export const API_SECRET = "sandbox-api-secret";

/** CloudPayments' own codes. */
const INSUFFICIENT_FUNDS = 5051;
const THREE_DS_FAILED = 5206;
const CARD_UNKNOWN = 5012;
const REFUSED_BY_SELLER = 5204;

export interface Charge {
  readonly amount: number;
  readonly currency: string;
  readonly invoiceId: string | undefined;
  readonly accountId: string | undefined;
  readonly email: string | undefined;
  readonly description: string;
  readonly cardNumber: string;
  /** The reason for which the bank declines it, whatever the card. */
  readonly declineCode?: number | undefined;
}

export class Terminal {
  readonly transactions: Transactions;
  readonly notifications: Notifications;
  /** For the next payments, one each. */
  #declineCodes: number[] = [];

  constructor(transactions: Transactions, notifications: Notifications) {
    this.transactions = transactions;
    this.notifications = notifications;
  }

  /** Has the bank decline the next payments, one for each reason code, whatever the card. */
  declineNext(codes: readonly number[]): void {
    this.#declineCodes.push(...codes);
  }

  reset(): void {
    this.#declineCodes = [];
  }

  /** Starts a payment: it ends at once, or waits until the payer confirms it at the bank. */
  async charge(charge: Charge): Promise<Transaction> {
    const { declineCode = this.#declineCodes.shift(), ...payment } = charge;
    const transaction = this.transactions.add({
      kind: "Payment",
      status: "AwaitingAuthentication",
      declineCode,
      ...payment,
    });
    const card = findCard(charge.cardNumber);
    if (!card) return this.#decline(transaction, CARD_UNKNOWN);
    const code = await this.notifications.check({
      ...this.#fieldsOf(transaction),
      Status: "Completed",
      OperationType: "Payment",
    });
    if (code !== 0) {
      // Nothing was charged, and the seller knows it.
      transaction.status = "Declined";
      transaction.reasonCode = REFUSED_BY_SELLER;
      return transaction;
    }
    return card.isThreeDs ? transaction : this.#settle(transaction);
  }

  /** Records that the payer confirmed or refused at the bank. */
  confirm(id: number, isConfirmed: boolean): Transaction | undefined {
    const transaction = this.transactions.get(id);
    if (transaction?.status !== "AwaitingAuthentication") return transaction;
    return isConfirmed ? this.#settle(transaction) : this.#decline(transaction, THREE_DS_FAILED);
  }

  /** @returns the refund; undefined when there is no such payment, or less than the amount is left of it. */
  refund(id: number, amount: number): Transaction | undefined {
    return this.#giveBack("refund", id, amount);
  }

  /**
   * Takes the money back for the payer's bank. The vendor documents no separate notification for it
   * (docs/venues/cloudpayments.md, Notifications), so it is notified like a refund, and listed as one.
   * @returns the same as `refund`.
   */
  chargeBack(id: number, amount: number): Transaction | undefined {
    return this.#giveBack("chargeback", id, amount);
  }

  /** Cancels a payment before the bank settles it. @returns the payment; undefined when there is nothing to cancel. */
  cancel(id: number): Transaction | undefined {
    const payment = this.transactions.get(id);
    if (payment?.kind !== "Payment" || payment.status !== "Completed" || payment.refunded > 0) return undefined;
    payment.status = "Cancelled";
    void this.notifications.tell("cancel", {
      TransactionId: id,
      Amount: payment.amount.toFixed(2),
      DateTime: dateTime(this.transactions.now()),
      ...payer(payment),
    });
    return payment;
  }

  #giveBack(notification: "refund" | "chargeback", id: number, amount: number): Transaction | undefined {
    const payment = this.transactions.get(id);
    if (payment?.kind !== "Payment" || payment.status !== "Completed") return undefined;
    if (!(amount > 0) || payment.refunded + amount > payment.amount) return undefined;
    payment.refunded += amount;
    const { currency, invoiceId, accountId, email, description, cardNumber } = payment;
    const refund = this.transactions.add({
      kind: "Refund",
      status: "Completed",
      originalId: id,
      amount,
      currency,
      invoiceId,
      accountId,
      email,
      description,
      cardNumber,
    });
    void this.notifications.tell(notification, {
      TransactionId: refund.id,
      PaymentTransactionId: id,
      Amount: amount.toFixed(2),
      DateTime: dateTime(refund.createdAtMs),
      OperationType: "Refund",
      ...payer(refund),
    });
    return refund;
  }

  /** Sends the notification of a completed payment again, as from the cabinet. @returns whether there is one. */
  repeatPay(id: number): boolean {
    const payment = this.transactions.get(id);
    if (payment?.kind !== "Payment" || payment.status !== "Completed") return false;
    this.#tellPay(payment);
    return true;
  }

  #settle(transaction: Transaction): Transaction {
    if (transaction.declineCode !== undefined) return this.#decline(transaction, transaction.declineCode);
    if (findCard(transaction.cardNumber)?.hasFunds === false) return this.#decline(transaction, INSUFFICIENT_FUNDS);
    transaction.status = "Completed";
    this.#tellPay(transaction);
    return transaction;
  }

  #tellPay(transaction: Transaction): void {
    void this.notifications.tell("pay", {
      ...this.#fieldsOf(transaction),
      Status: "Completed",
      OperationType: "Payment",
      GatewayName: "Test",
      AuthCode: "A1B2C3",
      Token: "tk_sandbox_never_kept",
      TotalFee: "0.00",
    });
  }

  #decline(transaction: Transaction, reasonCode: number): Transaction {
    transaction.status = "Declined";
    transaction.reasonCode = reasonCode;
    void this.notifications.tell("fail", {
      ...this.#fieldsOf(transaction),
      OperationType: "Payment",
      Reason: reasonOf(reasonCode).name,
      ReasonCode: reasonCode,
    });
    return transaction;
  }

  #fieldsOf(transaction: Transaction): Record<string, string | number> {
    const { id, amount, currency, createdAtMs, cardNumber, description } = transaction;
    return {
      TransactionId: id,
      Amount: amount.toFixed(2),
      Currency: currency,
      PaymentAmount: amount.toFixed(2),
      PaymentCurrency: currency,
      DateTime: dateTime(createdAtMs),
      CardFirstSix: cardNumber.slice(0, 6),
      CardLastFour: cardNumber.slice(-4),
      CardType: cardTypeOf(cardNumber),
      CardExpDate: "12/30",
      TestMode: 1,
      Name: "IVAN PETROV",
      IpAddress: "192.0.2.10",
      Description: description,
      PaymentMethod: "",
      ...payer(transaction),
    };
  }
}

/** Omits what the payment omitted. */
function payer({ invoiceId, accountId, email }: Pick<Transaction, "invoiceId" | "accountId" | "email">) {
  return {
    ...(invoiceId !== undefined && { InvoiceId: invoiceId }),
    ...(accountId !== undefined && { AccountId: accountId }),
    ...(email !== undefined && { Email: email }),
  };
}

/** Writes yyyy-MM-dd HH:mm:ss in UTC, without a zone, as CloudPayments does. */
function dateTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
