/** An alert row between what was posted and its columns. */
import type { Language, Reason } from "@chartrelay/contract";
import { monotonicMicros } from "../../platform/db/age.ts";
import type { AlertContent } from "./text.ts";

/** What is stored of an alert when it is accepted. */
export interface NewAlert {
  readonly id: string;
  readonly userId: string;
  /** Its user's, for what we say around the alert's own text. */
  readonly language: Language;
  readonly accountId: string;
  /** It named an id of its account that had been changed. */
  readonly usedOldId: boolean;
  /** Null: there is none to send it to. */
  readonly chatId: string | null;
  /** As it was posted, but for the account's id. */
  readonly content: AlertContent;
  /** SHA-256 of what was posted, in base64, for telling a resend. */
  readonly bodyHash: string;
  readonly idempotencyKey: string | undefined;
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
  /** Why it won't be sent; undefined: it will. */
  readonly refusal: Reason | undefined;
}

/** The row as the accepting statement takes it. */
export function toRow(alert: NewAlert, ord: number) {
  const { id, userId, accountId, chatId, content, idempotencyKey, refusal } = alert;
  return {
    ord,
    id,
    user_id: userId,
    account_id: accountId,
    chat_id: chatId,
    status: refusal ? "REJECTED" : "NEW",
    reason: refusal ?? null,
    message: "text" in content ? content.text : null,
    json: "json" in content ? content.json : null,
    used_old_id: alert.usedOldId,
    body_hash: alert.bodyHash,
    idempotency_key: idempotencyKey ?? null,
    received_at: alert.receivedAtUs,
    received_at_monotonic: monotonicMicros(alert.receivedAtMonotonicMs),
  };
}
