/** CloudPayments' notifications: refused unless signed, stored without secrets, acted on in one transaction. */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { FairLimiter } from "../../platform/fair-limiter.ts";
import { Problem } from "../../platform/http/problem.ts";
import { type Code, CODES, judgeCheck, judgePay, type Terms } from "./judge.ts";
import { type Fields, readFields, readPayment, readReasonCode, readRefund } from "./payment.ts";
import { type GrantedPayment, recordPayment, recordRefund } from "./record.ts";
import { findPaymentOrder, insertNotification, markChecked, markDeclined } from "./store.ts";

export const NOTIFICATIONS = ["check", "pay", "fail", "refund", "cancel", "chargeback"] as const;
export type NotificationKind = (typeof NOTIFICATIONS)[number];

/** Keeps most database connections free for others during a burst; repeats of one notification wait for each other. */
const AT_A_TIME = { perGroup: 4, perParty: 1 };

/** A notification as it arrived. */
export interface PostedNotification {
  readonly kind: NotificationKind;
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** The Content-HMAC header. */
  readonly signature: string | string[] | undefined;
  readonly address: string;
}

/** Money was taken and nothing granted for it: the operator has to look into it. */
export interface UngrantedPayment {
  readonly transactionId: number;
  readonly code: Code;
}

export interface NotificationParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  /** Undefined when payments are off. */
  readonly apiSecret: string | undefined;
  readonly takesTests: boolean;
  /** Runs within the granting transaction. */
  readonly onGranted: (tx: Orm, payment: GrantedPayment) => Promise<void>;
  readonly onUngranted: (payment: UngrantedPayment) => void;
}

/**
 * Returns a function that handles notifications.
 * It throws {Problem} bad_signature, in which case nothing was stored, and the storage's errors.
 */
export function createNotifications(parts: NotificationParts): (posted: PostedNotification) => Promise<Code> {
  const { database, clock, apiSecret, takesTests, onUngranted } = parts;
  const limiter = new FairLimiter(AT_A_TIME);

  return async (posted) => {
    const { kind, body, contentType, signature, address } = posted;
    if (apiSecret === undefined || !isSignedBy(apiSecret, body, signature)) throw new Problem("bad_signature");
    const fields = readFields(body, contentType);
    const { transactionId, orderId } = (fields && readPayment(fields)) ?? {};
    const store = async (tx: Orm): Promise<Code> => {
      const terms = { takesTests, nowMs: clock.nowMs() };
      const code = fields ? await act(tx, kind, fields, terms, parts) : CODES.notAcceptable;
      await insertNotification(tx, {
        kind,
        transactionId,
        orderId,
        receivedAt: new Date(terms.nowMs),
        address,
        contentType: contentType ?? "",
        body: withoutSecrets(fields),
        bodyHash: hash("sha256", body, "buffer"),
        code,
      });
      return code;
    };
    const party = fields?.get("PaymentTransactionId") ?? String(transactionId);
    const code = await limiter.run("notifications", party, () => database.orm.transaction(store));
    if (kind === "pay" && code !== CODES.ok && transactionId !== undefined) onUngranted({ transactionId, code });
    return code;
  };
}

async function act(
  tx: Orm,
  kind: NotificationKind,
  fields: Fields,
  terms: Terms,
  { onGranted }: NotificationParts,
): Promise<Code> {
  if (kind === "fail") {
    await recordDecline(tx, fields, terms.nowMs);
    return CODES.ok;
  }
  if (kind === "refund" || kind === "cancel" || kind === "chargeback") {
    const refund = readRefund(kind, fields);
    if (!refund) return CODES.notAcceptable;
    await recordRefund(tx, refund, terms.nowMs);
    return CODES.ok;
  }
  const payment = readPayment(fields);
  if (!payment) return CODES.notAcceptable;
  const order = payment.orderId === undefined ? undefined : await findPaymentOrder(tx, payment.orderId);
  const code = kind === "check" ? judgeCheck(payment, order, terms) : judgePay(payment, order, terms);
  if (code !== CODES.ok || !order) return code;
  if (kind === "check") await markChecked(tx, order.id, new Date(terms.nowMs));
  // Money on hold isn't paid yet.
  else if (payment.status === "Completed") {
    const granted = await recordPayment(tx, { payment, order, source: "notification", nowMs: terms.nowMs });
    if (granted) await onGranted(tx, granted);
  }
  return code;
}

/** Records why a payment was declined. That doesn't end its order: the next attempt may succeed. */
async function recordDecline(tx: Orm, fields: Fields, nowMs: number): Promise<void> {
  const payment = readPayment(fields);
  const reasonCode = readReasonCode(fields);
  const order = payment?.orderId === undefined ? undefined : await findPaymentOrder(tx, payment.orderId);
  if (!payment || !order || payment.accountId !== order.userId || reasonCode === undefined) return;
  await markDeclined(tx, order.id, new Date(payment.begunAtMs ?? nowMs), reasonCode);
}

/** A token can be charged again; we don't need the rest of a card or its holder's name. */
const NEVER_KEPT = new Set(["token", "cardid", "cardexpdate", "name", "authcode", "cardfirstsix"]);

function withoutSecrets(fields: Fields | undefined): string {
  const kept = [...(fields ?? [])].map(([name, value]) => [
    name,
    NEVER_KEPT.has(name.toLowerCase()) ? "[removed]" : value,
  ]);
  return JSON.stringify(Object.fromEntries(kept));
}

/**
 * Returns whether `header` is the signature of these bytes: base64 of HMAC-SHA256 under the API secret, compared in
 * constant time. Only Content-HMAC counts, which signs the bytes as sent. X-Content-HMAC signs the decoded form, which
 * several bodies can share: docs/venues/cloudpayments.md, Signature.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | string[] | undefined): boolean {
  if (typeof header !== "string") return false;
  const given = Buffer.from(header);
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("base64"));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
