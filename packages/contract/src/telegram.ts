/** Linking a Telegram chat by a one-time code. */
import * as z from "zod/mini";

/** The account to link the chat to; without an id, all of the user's accounts that have no chat. */
export const telegramLinkRequest = z.object({
  id: z.nullish(z.string("invalid").check(z.maxLength(64, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid"))),
});

export const telegramLink = z.object({
  /** Opens the bot with the code. */
  url: z.string(),
  /** For users who prefer to send it to the bot by hand: `/start <code>`. In a group this is the only way. */
  code: z.string(),
  expiresAt: z.string(),
});
export type TelegramLink = z.infer<typeof telegramLink>;
