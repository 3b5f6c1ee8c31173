/** Reads what CloudPayments reports about a payment or a refund, in a notification or in a list. */

/** A notification's fields by name; values are as written. */
export type Fields = ReadonlyMap<string, string>;

export interface Payment {
  /** CloudPayments' number. */
  readonly transactionId: number;
  /** Our order's id, if it is one. */
  readonly orderId: string | undefined;
  readonly accountId: string | undefined;
  readonly amountKopecks: number | undefined;
  readonly currency: string | undefined;
  /** Completed once the money has been taken. */
  readonly status: string | undefined;
  readonly operation: string | undefined;
  readonly isTest: boolean;
  /** When the payment began. */
  readonly begunAtMs: number | undefined;
}

/** Money that was returned: refunded or cancelled by the seller, or charged back by the payer's bank. */
export interface Refund {
  readonly kind: "refund" | "cancel" | "chargeback";
  /** A cancellation has only the number of its payment. */
  readonly transactionId: number;
  /** The payment that it refunds. */
  readonly paymentTransactionId: number;
  /** Our order's id, if it is one. */
  readonly orderId: string | undefined;
  readonly amountKopecks: number;
}

/**
 * Reads a body by its content type: a form, which is the default, or JSON.
 * @returns undefined if it is neither.
 */
export function readFields(body: Uint8Array, contentType: string | undefined): Fields | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (!/\bjson\b/i.test(contentType ?? "")) return new Map(new URLSearchParams(text));
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return undefined;
    return new Map(
      Object.entries(parsed).flatMap(([name, value]: [string, unknown]) =>
        ["string", "number", "boolean"].includes(typeof value) ? [[name, String(value)]] : [],
      ),
    );
  } catch {
    return undefined;
  }
}

/** @returns undefined if the fields name no transaction. */
export function readPayment(fields: Fields): Payment | undefined {
  const transactionId = numberOf(fields.get("TransactionId"));
  if (transactionId === undefined) return undefined;
  return {
    transactionId,
    orderId: uuidOf(fields.get("InvoiceId")),
    accountId: fields.get("AccountId"),
    amountKopecks: kopecksOf(fields.get("Amount")),
    currency: fields.get("Currency"),
    status: fields.get("Status"),
    operation: fields.get("OperationType"),
    isTest: ["1", "true"].includes(fields.get("TestMode") ?? ""),
    begunAtMs: utcOf(fields.get("DateTime")),
  };
}

/** @returns the code of the reason why a payment was declined; undefined if the fields have none. */
export const readReasonCode = (fields: Fields): number | undefined => numberOf(fields.get("ReasonCode"));

/** @returns undefined if the fields don't say what was refunded. */
export function readRefund(kind: Refund["kind"], fields: Fields): Refund | undefined {
  const transactionId = numberOf(fields.get("TransactionId"));
  const named = numberOf(fields.get("PaymentTransactionId"));
  const paymentTransactionId = kind === "refund" ? named : (named ?? transactionId);
  const amountKopecks = kopecksOf(fields.get("Amount"));
  if (transactionId === undefined || paymentTransactionId === undefined || amountKopecks === undefined)
    return undefined;
  return { kind, transactionId, paymentTransactionId, orderId: uuidOf(fields.get("InvoiceId")), amountKopecks };
}

function numberOf(text: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function uuidOf(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text : undefined;
}

/** CloudPayments writes UTC without a zone: 2026-11-21 09:30:00, in lists with a T. */
function utcOf(text: string | undefined): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/.test(text ?? "")
    ? Date.parse(`${text?.replace(" ", "T")}Z`)
    : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const DIGITS_MAX = 12;

/**
 * Returns the kopecks of an amount in rubles as CloudPayments writes it: "500", "500.5", "500.00". Returns undefined
 * for anything else, including an amount with a fraction of a kopeck.
 */
export function kopecksOf(rubles: string | undefined): number | undefined {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(rubles ?? "") ?? [];
  if (whole === "" || whole.length > DIGITS_MAX || /[1-9]/.test(fraction.slice(2))) return undefined;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
}

/** Returns the amount as a number of rubles, exact to the kopeck when written out. */
export function rublesOf(kopecks: number): number {
  return kopecks / 100;
}
