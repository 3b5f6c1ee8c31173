/** What the user's accounts hold, by their venues' own reading. Quantities and money are plain decimal strings. */
import * as z from "zod/mini";
import { namedAccount } from "./entities.ts";
import { VENUES } from "./enumerations.ts";
import { REASONS } from "./reasons.ts";

/** GET /positions/me/list: a row for each instrument that an account holds, or should hold by our fills. */
export const heldPosition = z.object({
  accountId: z.string(),
  /** The ticker names this instrument, and no other, in a message. */
  instrument: z.object({ exchange: z.enum(VENUES), ticker: z.string() }),
  /** What the venue says is held, in the units of our messages, whoever bought it; negative is short. */
  quantity: z.string(),
  /** Null if the venue doesn't say. */
  averagePrice: z.nullable(z.string()),
  /** The venue's last or mark price at the time of the reading; null if it didn't say. */
  price: z.nullable(z.string()),
  /** Unrealised profit in `currency`, as the venue counts it; null if it doesn't say. */
  openProfit: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** When it was read from the venue. */
  readAt: z.string(),
  /** What each strategy holds of it. */
  strategies: z.array(z.object({ id: z.string(), quantity: z.string() })),
  /** The orders that protect it. */
  protection: z.array(z.object({ kind: z.string(), triggerPrice: z.string(), quantity: z.string() })),
  /** What the venue holds minus what our fills of this account add up to: traded by hand, or held from before. */
  drift: z.string(),
});
export type HeldPosition = z.infer<typeof heldPosition>;

/**
 * What became of the latest reading. `read`: it is up to date. `forbidden`: the key may not read this. `unknown`: the
 * venue gave no clear answer, and will be asked again. `unsupported`: we can't read this at the venue yet.
 */
export const READING_STATES = ["read", "forbidden", "unknown", "unsupported"] as const;
export type ReadingState = (typeof READING_STATES)[number];

const lastReading = {
  state: z.enum(READING_STATES),
  /** When it was last read, even if a later reading failed; null if it never was. */
  readAt: z.nullable(z.string()),
  /** Why the latest reading failed, if the venue or we know; null otherwise. */
  reason: z.nullable(z.enum(REASONS)),
};

/** GET /positions/me/accounts: per account whether positions and money could be read, and its money. */
export const accountHoldings = z.extend(namedAccount, {
  accountId: z.string(),
  isPaused: z.boolean(),
  positions: z.object(lastReading),
  money: z.extend(z.object(lastReading), {
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Free for new orders. */
        free: z.string(),
        /** Held by orders and as margin. */
        blocked: z.string(),
      }),
    ),
  }),
});
export type AccountHoldings = z.infer<typeof accountHoldings>;

/**
 * POST /positions/me/close: a market order for exactly what the venue says is held now. Its answer is the order made. A
 * second click within a few seconds gets the first one's order.
 */
export const closePositionPayload = z.object({
  accountId: z.string("required").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
  ticker: z.string("required").check(z.minLength(1, "required"), z.maxLength(64, "too_long")),
});
export type ClosePositionPayload = z.infer<typeof closePositionPayload>;
