/** Tells a user how a stop stands: once when it is proven, and once when it couldn't be proven in time. */
import { type Stop, type VenueName } from "@chartrelay/contract";
import {
  accountInWords,
  concludeStopConversations,
  type ChatTexts,
  escapeHtml,
  type Outbox,
} from "../messaging/index.ts";
import { decimalInWords, recipientsOf } from "../messaging/notifications/index.ts";
import type { Orm, Queryable } from "../platform/db/database.ts";
import type { StopRow } from "./stop-row.ts";

const STOP_STANDS = "stop_stands";
/** What fits into a message; the page shows all. */
const MAX_OPEN = 10;

/** A chat in which nobody still looks at the message that pulled the stop gets a new one. */
const WATCHED_MS = 30_000;

/**
 * Puts the notification into the outbox, through the caller's transaction. Everybody gets it: it is about a kill switch.
 * A chat whose message pulled it has the proof in that message, unless it comes late.
 */
export async function notifyOfStop(
  outbox: Outbox,
  tx: Orm,
  { userId, progress }: Pick<StopRow, "userId" | "progress">,
  stop: Stop,
): Promise<void> {
  const { conversations = [] } = progress;
  const isPrompt = stop.tookMs !== null && stop.tookMs < WATCHED_MS;
  const told = new Set(isPrompt ? conversations.map(({ chatId }) => chatId) : []);
  const recipient = (await recipientsOf(tx, [userId])).get(userId);
  if (!recipient) return;
  await outbox.put(
    tx,
    recipient.chats
      .filter((address) => !told.has(address))
      .map((address) => ({
        userId,
        channel: "TELEGRAM" as const,
        address,
        language: recipient.language,
        kind: STOP_STANDS,
        data: { stop },
        key: `stop:${stop.id}:${stop.requestedAt}:${stop.state}:${address}`,
      })),
  );
}

/** Edits how a stop stands into the messages that pulled it. */
export async function concludeConversations(
  db: Queryable,
  { progress }: Pick<StopRow, "progress">,
  stop: Stop,
): Promise<void> {
  const ids = (progress.conversations ?? []).map(({ id }) => id);
  if (ids.length > 0) await concludeStopConversations(db, ids, { kind: STOP_STANDS, data: { stop } });
}

/** The texts of these notifications in chats. */
export const STOP_TEXTS: ChatTexts = {
  [STOP_STANDS]: (data, { language, translate, publicUrl }) => {
    const { stop } = data as unknown as { stop: Stop };
    const isProven = stop.state === "proven";
    const subject =
      stop.scope === "all"
        ? translate("notices:stop_all")
        : translate(`notices:stop_${stop.scope}`, { name: stop.subjectName ?? "" });
    const seconds = decimalInWords(((stop.tookMs ?? 0) / 1_000).toFixed(1), language);
    const headline = translate(`notices:stop_${stop.state === "proven" ? `proven_${stop.level}` : "unproven"}`, {
      subject,
      seconds,
    });
    const counts = [
      stop.cancelledOrders > 0 && translate("notices:stop_cancelled", { count: stop.cancelledOrders }),
      stop.closedPositions > 0 && translate("notices:stop_closed", { count: stop.closedPositions }),
    ].filter((line) => typeof line === "string");
    const open = stop.open.slice(0, MAX_OPEN).map(({ name, exchange, keyEnding, isDemo, ticker, quantity, reason }) => {
      const account = accountInWords({ name, venue: exchange satisfies VenueName, keyEnding, isDemo }, translate);
      const what =
        quantity === null
          ? translate("notices:stop_order", { ticker })
          : `${ticker} ${decimalInWords(quantity, language)}`;
      return [what, account, reason === null ? undefined : translate(`reasons:${reason as "STOPPED"}`)]
        .filter(Boolean)
        .join(": ");
    });
    const heading = stop.open.length === 0 ? [] : [translate(isProven ? "notices:stop_left" : "notices:stop_open")];
    const plain = [...counts, ...heading, ...open.map((line) => `• ${line}`)].map(escapeHtml);
    const first = `${isProven ? "🛑" : "⚠️"} ${escapeHtml(headline)}`;
    const link = `<a href="${publicUrl}/profile/positions">${escapeHtml(translate("notices:stop_page"))}</a>`;
    return { html: [`<b>${first}</b>`, ...plain, link].join("\n"), line: first, isFailure: !isProven };
  },
};
