/** From a posted alert to a committed row and the message that delivers it: nothing is answered 2xx before they are. */
import { createHash } from "node:crypto";
import { decodeBody, type Reason } from "@chartrelay/contract";
import type { Queryable } from "../../platform/db/database.ts";
import { isStorageFailure } from "../../platform/db/failure.ts";
import { Problem } from "../../platform/http/problem.ts";
import { GroupCommit } from "../../relay/group-commit.ts";
import type { Failpoint } from "../../relay/failpoint.ts";
import type { IntakePriority } from "../../relay/intake-priority.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import { toNewRow, type Notify } from "../notify/index.ts";
import {
  maskOf,
  refusalOfKey,
  tooManyAlerts,
  type AlertGuards,
  type AnswerLog,
  type CommittedRow,
  type PostedAlert,
} from "../webhook/index.ts";
import { acceptAlerts, type AlertToStore, type CommittedAlert } from "./accept-sql.ts";
import type { NewAlert } from "./row.ts";
import { ALERT_KIND, type AlertContent } from "./text.ts";

/** Two inserts may be under way at a time; a chat's always go through the same one, which keeps their order. */
const WRITERS = 2;

/** A chat's number, or the name of a public one. */
const CHAT_ID = /^(?:-?\d{1,19}|@\w{5,32})$/;

export interface AlertIntakeOptions {
  readonly db: Queryable;
  readonly failpoint: Failpoint;
  readonly intakePriority: Pick<IntakePriority, "arrived">;
  readonly answers: Pick<AnswerLog, "acceptor">;
  readonly accounts: Pick<AccountDirectory, "named">;
  readonly guards: AlertGuards;
  /** A row was inserted for an alert, be it one to send or a refused one. */
  readonly onCommitted: (alert: NewAlert) => void;
  readonly handOver: Notify["handOver"];
}

/**
 * Makes the function that takes alerts for chats in: `account` and `chat_id` are in the query. What it refuses of a known
 * account's it stores with the reason.
 * The function throws {Problem} unknown_account, alert_refused, too_many_alerts and idempotency_key_reused, and the
 * storage's errors.
 */
export function createAlertIntake(options: AlertIntakeOptions): (alert: PostedAlert) => Promise<CommittedRow> {
  const writers = Array.from(
    { length: WRITERS },
    () =>
      new GroupCommit<AlertToStore, CommittedAlert>({
        write: (batch) => commit(batch, options),
        isOutage: isStorageFailure,
      }),
  );
  const store = async (alert: NewAlert): Promise<CommittedRow> => {
    const message = messageOf(alert);
    const writer = writers[(message?.partition ?? 0) % WRITERS];
    if (!writer) throw new RangeError("no writer");
    return await writer.add({ alert, message });
  };

  return async ({ id, body, contentType, idempotencyKey, query = {}, receivedAtUs, receivedAtMonotonicMs }) => {
    options.intakePriority.arrived();
    const named = nameIn(query["account"]);
    const found = await options.accounts.named(named);
    if (!found) throw new Problem("unknown_account");
    const { account, usedOldId } = found;
    const mask = maskOf(named);
    const posted = contentOf(body, contentType ?? "");
    const content = mask.json(posted);
    const chatId = mask.text(nameIn(query["chat_id"])) || account.telegramChatId;
    const alert = {
      id,
      userId: account.userId,
      language: account.language,
      accountId: account.id,
      usedOldId,
      chatId,
      content,
      bodyHash: hashOf(chatId, posted),
      receivedAtUs,
      receivedAtMonotonicMs,
    };
    const refuse = (refusal: Reason) => store({ ...alert, idempotencyKey: undefined, refusal });

    const over = await options.guards.overLimit(account, chatId ?? undefined);
    if (over) {
      if (over.isFirst) await refuse("TOO_MANY_ALERTS");
      throw tooManyAlerts(over);
    }
    const refusal = refusalOf(chatId, content);
    if (refusal) throw alertRefused(refusal, (await refuse(refusal)).id);
    // A 2xx: the user wanted it so, and TradingView has nothing to report or to resend.
    if (account.isPaused) return await refuse("ACCOUNT_PAUSED");
    const key = idempotencyKey && mask.text(idempotencyKey);
    const row = await store({ ...alert, idempotencyKey: key, refusal: undefined });
    const usedUp = refusalOfKey(row);
    if (usedUp && key !== undefined && options.guards.storesUsedKey(account, key)) {
      await refuse(usedUp);
    }
    if (row.kind === "key-reused") throw new Problem("idempotency_key_reused");
    if (row.kind === "inserted") options.guards.triggered(account, `${chatId} ${shapeOf(content)}`);
    return row;
  };
}

/** Commits a batch and hands the messages that are new to their lanes, in the batch's order. */
async function commit(batch: readonly AlertToStore[], options: AlertIntakeOptions): Promise<CommittedAlert[]> {
  const { db, failpoint, answers, onCommitted, handOver } = options;
  failpoint("commit.before");
  const committed = await acceptAlerts(db, answers.acceptor, batch);
  for (const [index, { kind }] of committed.entries()) {
    const alert = batch[index]?.alert;
    if (kind === "inserted" && alert) onCommitted(alert);
  }
  failpoint("commit.after");
  handOver(
    committed.flatMap(({ messageSeq }, index) => {
      const message = batch[index]?.message;
      return message && messageSeq !== null ? { ...message, seq: messageSeq } : [];
    }),
  );
  return committed;
}

function messageOf({ id, userId, language, chatId, content, receivedAtUs, refusal }: NewAlert) {
  if (refusal || chatId === null) return undefined;
  return toNewRow(
    { userId, channel: "TELEGRAM", address: chatId, language, kind: ALERT_KIND, data: content, alertId: id },
    receivedAtUs,
  );
}

/** SHA-256 of an alert as it was posted, in base64. The same text to another chat is another alert. */
function hashOf(chatId: string | null, content: AlertContent): string {
  return createHash("sha256")
    .update(`${chatId} ${"text" in content ? content.text : content.json}`)
    .digest("base64");
}

/** Text, or JSON whatever it was labelled as. A number or a string alone is text. */
function contentOf(body: Uint8Array, contentType: string): AlertContent {
  const decoded = decodeBody(body, contentType);
  // PostgreSQL's text can't hold U+0000.
  const text = ("text" in decoded ? decoded.text : decoded.legible).replaceAll("\u0000", "");
  return isJson(text) ? { json: text } : { text };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refusalOf(chatId: string | null, content: AlertContent): Reason | undefined {
  if ("text" in content && content.text.trim() === "") return "EMPTY_MESSAGE";
  if (chatId === null) return "CHAT_MISSING";
  return CHAT_ID.test(chatId) ? undefined : "CHAT_NOT_FOUND";
}

/** One of TradingView's alerts sends texts that differ in their numbers: what is left is as near as a text comes to its name. */
function shapeOf(content: AlertContent): string {
  return ("text" in content ? content.text : content.json).replaceAll(/\d+/g, "#");
}

/** Empty where there is none. PostgreSQL's text can't hold U+0000, and what had one is no chat that exists. */
function nameIn(parameter: unknown): string {
  return typeof parameter === "string" ? parameter.replaceAll("\u0000", "\uFFFD").trim() : "";
}

/** The answer to an alert that won't be sent; `id` is its row's. */
function alertRefused(reason: Reason, id: string): Problem {
  return new Problem("alert_refused", {
    more: (translate) => ({ detail: translate(`reasons:${reason}`), reason, id }),
  });
}
