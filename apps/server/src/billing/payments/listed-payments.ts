/** CloudPayments' list of payments: the only call of its API that we need (docs/venues/cloudpayments.md, API). */
import * as z from "zod";
import { readPayment, readRefund, type Payment, type Refund } from "./payment.ts";

/** CloudPayments may take 5 minutes to answer. No user waits for that, but the next check does. */
const TIMEOUT_MS = 60_000;
const PAGE_SIZE = 100;
/** Caps a list at ten thousand payments; the rest is not read. */
const MAX_PAGES = 100;
const REFUND = 1;

const answer = z.object({
  Success: z.boolean(),
  Message: z.nullish(z.string()),
  Model: z.nullish(z.array(z.record(z.string(), z.unknown()))),
});

export interface PaymentsApi {
  readonly publicId: string;
  readonly apiSecret: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
}

export interface Listed {
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
}

/**
 * Lists what was begun between two moments and now has `status`: payments and refunds that are Completed, or payments
 * that were Cancelled later.
 * @throws when the request fails, or the response isn't as documented.
 */
export async function listPayments(
  { publicId, apiSecret, apiUrl }: PaymentsApi,
  span: { readonly from: Date; readonly to: Date },
  status: "Completed" | "Cancelled",
  signal: AbortSignal,
): Promise<Listed> {
  const payments: Payment[] = [];
  const refunds: Refund[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const response = await fetch(`${apiUrl}/v2/payments/list`, {
      method: "POST",
      redirect: "error",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from(`${publicId}:${apiSecret}`).toString("base64")}`,
        // A new one each time: CloudPayments caches a response under its id for an hour.
        "x-request-id": crypto.randomUUID(),
      },
      body: JSON.stringify({
        CreatedDateGte: span.from.toISOString(),
        CreatedDateLte: span.to.toISOString(),
        PageNumber: page,
        TimeZone: "UTC",
        Statuses: [status],
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`CloudPayments answered ${response.status} to a list of payments`);
    const { Success, Message, Model } = answer.parse(await response.json());
    if (!Success) throw new Error(`CloudPayments listed no payments: ${Message ?? "no reason given"}`);
    const rows = Model ?? [];
    for (const row of rows) {
      if (status === "Cancelled") push(refunds, readRefund("cancel", new Map(texts(row))));
      else if (row["Type"] === REFUND) push(refunds, refundOf(row));
      else push(payments, paymentOf(row));
    }
    if (rows.length < PAGE_SIZE) break;
  }
  return { payments, refunds };
}

function push<Item>(list: Item[], item: Item | undefined): void {
  if (item !== undefined) list.push(item);
}

/** Reads a row: it has a notification's fields, some under other names. */
function paymentOf(row: Readonly<Record<string, unknown>>): Payment | undefined {
  return readPayment(
    new Map([...texts(row), ["OperationType", "Payment"], ["DateTime", textOf(row["CreatedDateIso"])]]),
  );
}

function refundOf(row: Readonly<Record<string, unknown>>): Refund | undefined {
  return readRefund("refund", new Map([...texts(row), ["PaymentTransactionId", textOf(row["OriginalTransactionId"])]]));
}

function texts(row: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, textOf(value)]],
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
