import {
  type Overview,
  overview,
  overviewQuery,
  problemDetails,
  type Reason,
  type VenueName,
} from "@chartrelay/contract";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { type AccountDirectory, showingAccountIds } from "../accounts/index.ts";
import type { Guards } from "../identity/auth/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { fieldProblem } from "../platform/http/problem.ts";
import { DISORDER_US } from "../platform/lists/dates.ts";

export interface OverviewParts {
  readonly database: Pick<Database, "query">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly clock: Pick<Clock, "nowMs">;
}

// Milestones avoid reading orders that are older than today.
const TODAY = `
with today as (
  select status, reason, received_at, sent_at, answered_at from orders
  where user_id = $1 and received_at >= $2
    and seq > coalesce((select max(seq) from milestones
      where user_id = $1 and list = 'orders' and received_at < $2 - ${DISORDER_US}), 0)
)
select count(*) as total, count(*) filter (where status = 'CREATED') as created,
  count(*) filter (where status = 'REJECTED') as rejected, count(*) filter (where status = 'NEW') as waiting,
  percentile_cont(array[0.5, 0.95]) within group (order by sent_at - received_at) as relay,
  percentile_cont(array[0.5, 0.95]) within group (order by answered_at - sent_at) as venue,
  (select coalesce(json_agg(json_build_object('reason', reason, 'orders', orders) order by orders desc, reason), '[]')
   from (select reason, count(*) as orders from today where reason is not null group by reason) refused) as refusals
from today`;

interface TodayRow {
  readonly total: number;
  readonly created: number;
  readonly rejected: number;
  readonly waiting: number;
  readonly relay: readonly (number | null)[] | null;
  readonly venue: readonly (number | null)[] | null;
  readonly refusals: { reason: Reason; orders: number }[];
}

/**
 * Returns a user's day so far, in their time zone.
 * @throws {Problem} validation_failed on `tz` for an unknown time zone.
 */
async function overviewOf(
  { database, accounts, clock }: OverviewParts,
  userId: string,
  timeZone: string,
): Promise<Overview> {
  const nowMs = clock.nowMs();
  const sinceMs = sinceOf(nowMs, timeZone);
  const [[today], attention] = await Promise.all([
    database.query<TodayRow>(TODAY, [userId, sinceMs * 1_000]),
    attentionTo(database, accounts, userId, nowMs),
  ]);
  const { total = 0, created = 0, rejected = 0, waiting = 0, relay = null, venue = null, refusals = [] } = today ?? {};
  return {
    since: new Date(sinceMs).toISOString(),
    orders: { total, created, rejected, waiting },
    refusals,
    relay: percentiles(relay),
    venue: percentiles(venue),
    attention,
  };
}

function sinceOf(nowMs: number, timeZone: string): number {
  try {
    return startOfDay(nowMs, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw fieldProblem({ tz: "invalid" });
    throw error;
  }
}

function percentiles(of: readonly (number | null)[] | null): Overview["relay"] {
  const [p50, p95] = of ?? [];
  if (typeof p50 !== "number" || typeof p95 !== "number") return null;
  return { p50Us: Math.round(p50), p95Us: Math.round(p95) };
}

/** The same as `expiresSoon` of a key check: accounts/key-check. */
const EXPIRES_SOON_MS = 14 * 86_400_000;

const ACCOUNTS = `
select accounts.id, name, venue, key_ending as "keyEnding", is_demo as "isDemo", api_key is null or secret_key is null as "isKeyMissing", key_refusal as "keyRefusal",
  key_expires_at as "keyExpiresAt", is_paused as "isPaused",
  coalesce(accounts.telegram_chat_id, users.telegram_chat_id) is null as "hasNoChat", chats.problem as "chatProblem"
from accounts
join users on users.id = accounts.user_id
left join chats asked on asked.id = coalesce(accounts.telegram_chat_id, users.telegram_chat_id)
left join chats on chats.id = coalesce(asked.migrated_to, asked.id)
where accounts.user_id = $1
order by accounts.created_at, accounts.id`;

interface AccountState {
  readonly id: string;
  readonly name: string | null;
  readonly venue: VenueName;
  readonly keyEnding: string | null;
  readonly isDemo: boolean;
  readonly isKeyMissing: boolean;
  readonly keyRefusal: string | null;
  readonly keyExpiresAt: Date | null;
  readonly isPaused: boolean;
  readonly hasNoChat: boolean;
  readonly chatProblem: string | null;
}

async function attentionTo(
  db: Queryable,
  directory: Pick<AccountDirectory, "webhookIdOf">,
  userId: string,
  nowMs: number,
): Promise<Overview["attention"]> {
  const accounts = await db.query<AccountState>(ACCOUNTS, [userId]);
  const shown = showingAccountIds(directory);
  return await Promise.all(accounts.flatMap((account) => findings(account, nowMs)).map(shown));
}

function findings(account: AccountState, nowMs: number): Overview["attention"] {
  const { id: accountId, name, venue: exchange, keyEnding, isDemo, keyRefusal, keyExpiresAt, chatProblem } = account;
  const label = { name, exchange, keyEnding, isDemo };
  const found: Overview["attention"] = [];
  const add = (attention: (typeof found)[number]["attention"], reason: string | null = null, at: Date | null = null) =>
    found.push({ accountId, ...label, attention, reason, at: at?.toISOString() ?? null });
  if (account.isKeyMissing) add("key-missing");
  if (keyRefusal !== null) add("key-refused", keyRefusal);
  if (keyExpiresAt && keyExpiresAt.getTime() - nowMs < EXPIRES_SOON_MS) add("key-expires", null, keyExpiresAt);
  if (account.hasNoChat) add("no-chat");
  if (chatProblem !== null) add("chat-blocked", chatProblem);
  if (account.isPaused) add("paused");
  return found;
}

/**
 * Returns when the day that contains `nowMs` began in a time zone, in milliseconds since the Unix epoch. The clocks may
 * change on that very day.
 * @throws {RangeError} for an unknown time zone.
 */
export function startOfDay(nowMs: number, timeZone: string): number {
  const today = dayOf(nowMs, timeZone);
  // The offset at midnight may differ from the current one; the right one is at most two steps away.
  let startMs = midnightBy(offsetMs(nowMs, timeZone), today);
  startMs = midnightBy(offsetMs(startMs, timeZone), today);
  // If midnight itself is skipped, the day begins an hour later.
  return dayOf(startMs, timeZone) === today ? startMs : startMs + 3_600_000;
}

/** Returns the date as 2026-11-21. */
function dayOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(ms);
}

function midnightBy(offset: number, day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - offset;
}

/** Returns how far a zone's clocks are ahead of UTC at that moment. */
function offsetMs(ms: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(ms);
  return Date.parse(`${shown.replace(" ", "T")}Z`) - Math.floor(ms / 1_000) * 1_000;
}

/** GET /users/me/overview: today at a glance. */
export function overviewRoutes(parts: OverviewParts, { requireUser }: Guards): FastifyPluginAsyncZod {
  return async (app) => {
    app.get("/users/me/overview", { onRequest: requireUser, schema: SCHEMA }, async ({ user, query }) =>
      overviewOf(parts, user.id, query.tz || "UTC"),
    );
  };
}

const SCHEMA = {
  summary: "Today's orders, refusals and speed, and what wants to be looked at",
  tags: ["users"],
  querystring: overviewQuery,
  response: { 200: overview, 401: problemDetails, 422: problemDetails },
} as const;
