/** What the pages of strategies show beside the strategies themselves: docs/decisions/strategies.md. */
import * as z from "zod/mini";
import { VENUES } from "./enumerations.ts";

/** GET /strategies/me/standing: where each strategy stands, one row for each. */
export const strategyStanding = z.object({
  id: z.string(),
  /** What its own fills add up to, over all member accounts at a venue; live and demo apart. Nothing held: no row. */
  holdings: z.array(
    z.object({ exchange: z.enum(VENUES), isDemo: z.boolean(), ticker: z.string(), quantity: z.string() }),
  ),
  /** In how many member accounts it doesn't hold what its last signal says. */
  drifting: z.number(),
  /**
   * Realised, less fees, by currency, since its day began in the time zone of its limits: as its report counts. Of its live
   * accounts or, for a strategy without one, of its demo accounts. Nothing traded today: no row.
   */
  today: z.array(z.object({ currency: z.string(), profit: z.string() })),
  /** When its last signal came; null if none has. */
  lastSignalAt: z.nullable(z.string()),
});
export type StrategyStanding = z.infer<typeof strategyStanding>;

/**
 * What the log of a strategy records, beside its signals. `gap`: signals are missing. `caughtUp`, `ignored`, `flattened`:
 * what became of a gap. `pausedByGap`: its rule for gaps paused it. `limit`: a limit stopped an entry. `rolled`: another
 * contract was taken for a continuous symbol. `expired`: the exchange has settled a contract that was held. `stopPulled`, `stopProven`, `stopUnproven`, `stopLifted`: the kill switch.
 */
export const STRATEGY_LOG_KINDS = [
  "created",
  "changed",
  "on",
  "paused",
  "stopped",
  "gap",
  "caughtUp",
  "ignored",
  "flattened",
  "pausedByGap",
  "limit",
  "rolled",
  "expired",
  "stopPulled",
  "stopProven",
  "stopUnproven",
  "stopLifted",
] as const;
export type StrategyLogKind = (typeof STRATEGY_LOG_KINDS)[number];

/** GET /strategies/{id}/log: newest first, a page at a time. */
export const strategyLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(STRATEGY_LOG_KINDS),
  /** By name: `ticker`, `missed` (the net of a gap), `fields` (what was changed, by name), `by` (page, telegram, api), `reason` (of a limit). */
  details: z.record(z.string(), z.string()),
});
export type StrategyLogEntry = z.infer<typeof strategyLogEntry>;
