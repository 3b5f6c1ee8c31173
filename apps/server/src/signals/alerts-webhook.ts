/** POST /alerts: turns posted text into a committed signal with the message that delivers it to a chat. */
import { acceptedOrder, alertRefusedProblem, decodeBody, problemDetails, type Reason } from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import * as z from "zod";
import { ALERT_KIND, type AlertContent } from "../alerts/index.ts";
import { toNewRow } from "../messaging/index.ts";
import { Problem } from "../platform/http/problem.ts";
import { refusalOfKey } from "./deduplicate.ts";
import { maskOf } from "./id-mask.ts";
import { tooManyAlerts } from "./limits.ts";
import type { TakeParts, TakePost } from "./orders-webhook.ts";
import { hashOf, type NewSignal } from "./signal.ts";
import { webhookRoute, type WebhookParts } from "./webhook.ts";

/** A chat's number, or a public chat's name. */
const CHAT_ID = /^(?:-?\d{1,19}|@\w{5,32})$/;

/**
 * Creates the function that accepts alerts for chats; `account` and `chat_id` come from the query. If it refuses an
 * alert of a known account, it stores the alert with the reason. It throws {Problem} unknown_account, alert_refused,
 * too_many_alerts and idempotency_key_reused, and storage errors.
 */
export function createTakeAlert({ accept, accounts, limits, intakePriority }: TakeParts): TakePost {
  return async ({ id, body, contentType, idempotencyKey, query = {}, ...receipt }) => {
    const named = nameIn(query["account"]);
    const found = await accounts.named(named);
    if (!found) throw new Problem("unknown_account");
    intakePriority.arrived();
    const { account, usedOldId } = found;

    const { id: accountId, userId, language } = account;
    const mask = maskOf(named);
    const posted = contentOf(body, contentType ?? "");
    const content = mask.json(posted);
    const chatId = mask.text(nameIn(query["chat_id"])) || account.telegramChatId;
    const message =
      chatId === null
        ? undefined
        : toNewRow(
            { userId, channel: "TELEGRAM", address: chatId, language, kind: ALERT_KIND, data: content, alertId: id },
            receipt.receivedAtUs,
          );
    const signal: NewSignal = {
      id,
      userId,
      accountId,
      usedOldId,
      partition: message?.partition ?? 0,
      ...receipt,
      body: null,
      // The same text to another chat is another alert.
      bodyHash: hashOf(`${chatId} ${"text" in posted ? posted.text : posted.json}`),
      idempotencyKey: undefined,
      refusal: undefined,
      orders: [],
      alert: { chatId, content, message },
    };
    const refuse = (refusal: Reason) => accept({ ...signal, refusal, alert: { chatId, content, message: undefined } });

    const over = await limits.overLimit(account, chatId ?? undefined);
    if (over) {
      if (over.isToStore) await refuse("TOO_MANY_ALERTS");
      throw tooManyAlerts(over);
    }
    const refusal = refusalOf(chatId, content);
    if (refusal) throw alertRefused(refusal, (await refuse(refusal)).id);
    // A 2xx, because the user paused it: TradingView has nothing to report or resend.
    if (account.isPaused) return await refuse("ACCOUNT_PAUSED");

    const key = idempotencyKey && mask.text(idempotencyKey);
    const accepted = await accept({ ...signal, idempotencyKey: key });
    const usedUp = refusalOfKey(accepted);
    if (usedUp && key !== undefined && (await limits.storesUsedKey(account, key))) await refuse(usedUp);
    if (accepted.kind === "key-reused") throw new Problem("idempotency_key_reused");
    if (accepted.kind === "inserted") limits.triggered(account, `${chatId} ${shapeOf(content)}`);
    return accepted;
  };
}

/** POST /alerts for TradingView. */
export function alertsWebhook(take: TakePost, parts: WebhookParts): FastifyPluginAsync {
  return webhookRoute({ path: "/alerts", schema: SCHEMA, take }, parts);
}

const SCHEMA = {
  summary: "Takes a TradingView alert in as a message to a chat",
  description: "The body is the message, text or JSON. A 2xx means that it is stored.",
  tags: ["alerts"],
  // The route reads these leniently: a malformed account is an unknown account, not a bad request.
  querystring: z.looseObject({
    account: z.unknown().optional().describe("The account's id"),
    chat_id: z.unknown().optional().describe("The chat; the account's own unless given"),
  }),
  response: {
    200: acceptedOrder,
    400: alertRefusedProblem,
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;

/** Returns text or JSON, whatever the content type says. A bare number or string is text. */
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

/**
 * Texts of one TradingView alert differ in their numbers, so the text without numbers is the best name we have for it.
 */
function shapeOf(content: AlertContent): string {
  return ("text" in content ? content.text : content.json).replaceAll(/\d+/g, "#");
}

/** Returns "" if there is none. PostgreSQL's text can't hold U+0000, and no existing chat has one in its name. */
function nameIn(parameter: unknown): string {
  return typeof parameter === "string" ? parameter.replaceAll("\u0000", "\uFFFD").trim() : "";
}

/** Builds the answer to an alert that won't be sent; `id` is its row's id. */
function alertRefused(reason: Reason, id: string): Problem {
  return new Problem("alert_refused", {
    more: (translate) => ({ detail: translate(`reasons:${reason}`), reason, id }),
  });
}
