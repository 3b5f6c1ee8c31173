/** What the author of a message probably meant to write: to be pasted back into the alert, never to be traded. */
import { readJson } from "./json.ts";
import { parseOrderMessage, type ParsedOrderMessage } from "./parse.ts";

export interface Correction {
  /** The ticker that it names instead; null if it changes only how the message is written. */
  readonly ticker: string | null;
  /** The whole message. */
  readonly message: string;
}

/** What is known about a message beside its text. */
export interface CorrectionHints {
  /** The message as it was posted. */
  readonly posted: string;
  /** The account for a message that names none of ours, because it was written for another relay. */
  readonly account: string;
  /** Tickers that the venue knows and the message may have meant, likeliest first. */
  readonly tickers: readonly string[];
}

/**
 * Returns the message as it should be written: once for each ticker that it may have meant, or once if its ticker isn't
 * the fault. Empty if there is nothing to change, or if it isn't clear what was meant.
 */
export function correctionsOf(
  parsed: ParsedOrderMessage,
  { posted, account, tickers }: CorrectionHints,
): readonly Correction[] {
  const written = rewritten(parsed, account);
  if (written === null) return [];
  if (tickers.length > 0) return tickers.map((ticker) => ({ ticker, message: withTicker(written, ticker) }));
  return written.trim() === posted.trim() ? [] : [{ ticker: null, message: written }];
}

/** Returns the message in the form that the parser takes without a repair. */
function rewritten(parsed: ParsedOrderMessage, account: string): string | null {
  if (parsed.corrected !== null) return parsed.corrected;
  const meant = parsed.toOurs?.(account) ?? parsed.renamed?.();
  return meant === undefined
    ? null
    : parseOrderMessage(new TextEncoder().encode(meant), undefined, { isTemplate: true }).corrected;
}

function withTicker(message: string, ticker: string): string {
  // A placeholder that stands for a number isn't JSON yet.
  const root = readJson(message.replaceAll(/\{\{[^{}]*\}\}/g, (placeholder) => "1".repeat(placeholder.length)));
  const entry = root.kind === "object" ? root.entries.find(({ key }) => key === "ticker") : undefined;
  if (!entry) return message;
  const { start, end } = entry.value;
  return message.slice(0, start) + JSON.stringify(ticker) + message.slice(end);
}
