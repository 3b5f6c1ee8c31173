/** An alert row between what was posted and its columns. */
import { createHash } from "node:crypto";
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
  /** Null: there is none to send it to. */
  readonly chatId: string | null;
  readonly content: AlertContent;
  readonly idempotencyKey: string | undefined;
  readonly receivedAtUs: number;
  readonly receivedAtMonotonicMs: number;
  /** Why it won't be sent; undefined: it will. */
  readonly refusal: Reason | undefined;
}

/** The row as the accepting statement takes it. */
export function toRow(alert: NewAlert, ord: number) {
  const { id, userId, accountId, chatId, content, idempotencyKey, refusal } = alert;
  const text = "text" in content ? content.text : content.json;
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
    // The same text to another chat is another alert.
    body_hash: createHash("sha256").update(`${chatId} ${text}`).digest("base64"),
    idempotency_key: idempotencyKey ?? null,
    received_at: alert.receivedAtUs,
    received_at_monotonic: monotonicMicros(alert.receivedAtMonotonicMs),
  };
}
