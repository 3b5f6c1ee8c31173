/** What happened to a strategy beside its signals, as its user sees it. */
import { toPage, type Page, type PageQuery, type StrategyLogEntry, type StrategyLogKind } from "@chartrelay/contract";
import { desc, eq } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { strategyLog } from "../platform/db/schema.ts";

export interface LoggedStrategy {
  /** Its own id. */
  readonly strategyId: string;
  readonly userId: string;
}

export interface StrategyEvent {
  readonly kind: StrategyLogKind;
  /** What the entry's text needs, by name: see `strategyLogEntry`. Never an id that messages name. */
  readonly details?: Readonly<Record<string, string>>;
  /** Microseconds since the Unix epoch. */
  readonly atUs: number;
}

/** Adds an entry to a strategy's log. Call within the transaction that does what it says. */
export async function logStrategy(
  orm: Pick<Orm, "insert">,
  { strategyId, userId }: LoggedStrategy,
  { kind, details = {}, atUs: at }: StrategyEvent,
): Promise<void> {
  await orm.insert(strategyLog).values({ strategyId, userId, at, kind, details });
}

/** Returns one page of a strategy's log, newest first. */
export async function listStrategyLog(orm: Orm, strategyId: string, query: PageQuery): Promise<Page<StrategyLogEntry>> {
  const own = eq(strategyLog.strategyId, strategyId);
  const [rows, total] = await Promise.all([
    orm
      .select()
      .from(strategyLog)
      .where(own)
      .orderBy(desc(strategyLog.seq))
      .limit(query.size)
      .offset(query.page * query.size),
    orm.$count(strategyLog, own),
  ]);
  return toPage(rows.map(present), total, query);
}

function present({ seq, at, kind, details }: typeof strategyLog.$inferSelect): StrategyLogEntry {
  return {
    id: String(seq),
    at: new Date(at / 1_000).toISOString(),
    kind: kind as StrategyLogKind,
    details: { ...(details as StrategyLogEntry["details"]) },
  };
}
