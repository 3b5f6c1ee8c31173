/** Notifies the user of missing signals: of the exact gap, and of what was done about it. */
import type { LinkedAccount } from "../accounts/index.ts";
import { type ChatChoice, type ChatTextOf, escapeHtml, GAP_CHOICES, toNewRow } from "../messaging/index.ts";
import type { LinkedStrategy } from "../strategies/index.ts";
import type { Chained, GapNotice } from "./link.ts";

/** The kind of message; its data is a `GapData`. */
const GAP_KIND = "chain-gap";
/** Of its buttons, too: later, the trader has looked after it otherwise. */
export const GAP_LIFE_MS = 3_600_000;

interface GapData extends GapNotice {
  /** The strategy's name; null for an account alone. */
  readonly strategy: string | null;
}

export interface GapRecipients {
  readonly accounts: readonly LinkedAccount[];
  readonly strategy: Pick<LinkedStrategy, "name"> | undefined;
  readonly clock: { readonly nowUs: () => number };
}

/** Builds the messages about a gap: one for each chat of the accounts. Their keys allow one for each gap. */
export function gapMessagesTo({ accounts, strategy, clock }: GapRecipients): Chained["gapMessages"] {
  const byChat = new Map(accounts.map((account) => [account.telegramChatId, account]));
  return (gap) =>
    [...byChat.values()].flatMap(({ userId, telegramChatId: address, language }) => {
      if (address === null) return [];
      const data: GapData = { ...gap, strategy: strategy?.name ?? null };
      const key = `gap:${gap.signalId}:${address}`;
      const nowUs = clock.nowUs();
      const expiresAt = new Date(nowUs / 1_000 + GAP_LIFE_MS);
      const message = { userId, address, language, kind: GAP_KIND, data: { ...data }, key, expiresAt };
      return [toNewRow({ ...message, channel: "TELEGRAM" }, nowUs)];
    });
}

const gapText: ChatTextOf = (given, { translate }) => {
  const { strategy, ticker, missed, position, onGap, isTraded, signalId } = given as unknown as GapData;
  const name = strategy === null ? escapeHtml(ticker) : `${escapeHtml(strategy)}, ${escapeHtml(ticker)}`;
  const what = missed === null ? translate("notify:gap_unknown", { name }) : translate("notify:gap", { name, missed });
  const done = strategy !== null && onGap === "pause" ? "pause" : isTraded ? "caught_up" : "tell";
  const html = `${what}\n${translate(`notify:gap_${done}`, { position })}`;
  const choices: ChatChoice[] =
    strategy !== null && done === "tell"
      ? GAP_CHOICES.map((choice) => ({ label: translate(`notify:gap_button_${choice}`), choice, signalId }))
      : [];
  return { html, line: html.replaceAll("\n", " "), isFailure: true, choices };
};

/** The texts of messages about position chains, by kind. */
export const CHAIN_TEXTS: Readonly<Record<string, ChatTextOf>> = { [GAP_KIND]: gapText };
