/** Linking a Telegram chat by a one-time code. */
import * as z from "zod/mini";

/** Which account's chat it shall be; without an id, that of all the user's accounts that have none. */
export const telegramLinkRequest = z.object({
  id: z.nullish(z.string("invalid").check(z.maxLength(64, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid"))),
});

export const telegramLink = z.object({
  /** Opens the bot with the code. */
  url: z.string(),
  /** For whoever would rather write it to the bot by hand: `/start <code>`. In a group that is the only way. */
  code: z.string(),
  expiresAt: z.string(),
});
export type TelegramLink = z.infer<typeof telegramLink>;
