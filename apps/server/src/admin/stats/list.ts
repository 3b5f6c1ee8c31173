/**
 * Lists users with their subscriptions and activity. Orders are counted by milestones (platform/lists), only for the
 * users of one page; sorting by orders uses the stored counts plus the orders that aren't in them yet.
 */
import {
  toPage,
  type Page,
  type UserStats,
  type UserStatsFilter,
  type UserStatsQuery,
  type UserStatsSort,
} from "@chartrelay/contract";
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  lte,
  max,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Orm } from "../../platform/db/database.ts";
import { listOffsets, milestones, orders, orderCounts, subscriptions, users } from "../../platform/db/schema.ts";
import { countedTo } from "./order-counts.ts";

export interface StatsParts {
  readonly database: Pick<Database, "orm" | "query">;
  readonly clock: Clock;
}

const ROWS_A_QUERY = 500;

const LAST_MILESTONE = (column: SQL) =>
  sql`(select ${column} from ${milestones}
    where user_id = ${users.id} and list = 'orders' order by position desc limit 1)`;
/** With those that retention has deleted. */
const COUNT_ORDERS = sql<number>`coalesce(${LAST_MILESTONE(sql`position`)}, (select deleted from ${listOffsets}
  where user_id = ${users.id} and list = 'orders'), 0)::int + (select count(*) from ${orders}
  where ${orders.userId} = ${users.id} and ${orders.seq} > coalesce(${LAST_MILESTONE(sql`seq`)}, 0))::int`;
/** When the newest order was received, in microseconds. */
const LAST_ORDER_AT = sql<number | null>`(select ${orders.receivedAt} from ${orders}
  where ${orders.userId} = ${users.id} order by ${orders.seq} desc limit 1)`;

const SHOWN = {
  id: users.id,
  createdAt: users.createdAt,
  email: users.email,
  fullName: users.fullName,
  telegram: users.telegram,
  utm: users.utmSource,
  proUntil: subscriptions.proUntil,
  countOrders: COUNT_ORDERS,
  lastOrderAt: LAST_ORDER_AT,
};

/** The orders that aren't in the counts: those whose ids come after `mark`. */
const uncounted = (orm: Orm, mark: string) =>
  orm
    .select({
      userId: orders.userId,
      orders: count().as("more_orders"),
      lastOrderAt: max(orders.receivedAt).as("more_last_order_at"),
    })
    .from(orders)
    .where(gt(orders.id, mark))
    .groupBy(orders.userId)
    .as("uncounted");

const sortedBy = (more: ReturnType<typeof uncounted>) =>
  ({
    createdDate: users.createdAt,
    email: users.email,
    fullName: sql`lower(${users.fullName})`,
    expirationPro: subscriptions.proUntil,
    countOrders: sql`coalesce(${orderCounts.orders}, 0) + coalesce(${more.orders}, 0)`,
    lastOrderDate: sql`greatest(${orderCounts.lastOrderAt}, ${more.lastOrderAt})`,
  }) as const satisfies Record<UserStatsSort, unknown>;

/** Returns one page of the users that match a filter. */
export async function listUserStats({ database, clock }: StatsParts, query: UserStatsQuery): Promise<Page<UserStats>> {
  const { orm } = database;
  const now = new Date(clock.nowMs());
  const where = usersWhere(query, now);
  const order = query.direction === "asc" ? asc : desc;
  const more = uncounted(orm, await countedTo(database));
  const sorted = sortedBy(more)[query.sort];
  // Sign-up dates are never null, and `nulls last` would keep PostgreSQL from using their index.
  const by =
    query.sort === "createdDate"
      ? [order(sorted), order(users.id)]
      : [sql`${order(sorted)} nulls last`, order(users.id)];
  // Joins that a sort doesn't need cost nothing: PostgreSQL drops a left join of at most one row that nothing reads.
  const sortedIds = orm
    .select({ id: users.id })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(orderCounts, eq(orderCounts.userId, users.id))
    .leftJoin(more, eq(more.userId, users.id))
    .where(where)
    .orderBy(...by)
    .limit(query.size)
    .offset(query.page * query.size);
  const [rows, [total]] = await Promise.all([
    sortedIds.then((page) =>
      usersInOrder(
        orm,
        page.map(({ id }) => id),
      ),
    ),
    orm.select({ users: count() }).from(users).leftJoin(subscriptions, eq(subscriptions.userId, users.id)).where(where),
  ]);
  return toPage(
    rows.map((row) => present(row, now)),
    total?.users ?? 0,
    query,
  );
}

async function usersInOrder(orm: Orm, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .select(SHOWN)
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(inArray(users.id, [...ids]));
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Yields all users that match a filter, newest first, reading some at a time. */
export async function* everyUser(
  { database: { orm }, clock }: StatsParts,
  filter: UserStatsFilter,
): AsyncGenerator<UserStats> {
  const now = new Date(clock.nowMs());
  const where = usersWhere(filter, now);
  let rows: Row[];
  let last: Row | undefined;
  do {
    rows = await orm
      .select(SHOWN)
      .from(users)
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(last ? and(where, comesAfter(last)) : where)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(ROWS_A_QUERY);
    for (const row of rows) yield present(row, now);
    last = rows.at(-1);
  } while (rows.length === ROWS_A_QUERY);
}

/** PostgreSQL stores microseconds, a `Date` only milliseconds: so the position is read from the row itself. */
function comesAfter({ id }: Row): SQL {
  return sql`(${users.createdAt}, ${users.id}) < (select created_at, id from users where id = ${id})`;
}

function usersWhere({ search, tariff, from, to }: UserStatsFilter, now: Date): SQL | undefined {
  return and(
    search ? found(search) : undefined,
    tariff === "PRO" ? gt(subscriptions.proUntil, now) : undefined,
    tariff === "TRIAL" ? or(isNull(subscriptions.proUntil), lte(subscriptions.proUntil, now)) : undefined,
    from ? gte(users.createdAt, new Date(from)) : undefined,
    to ? lt(users.createdAt, new Date(to)) : undefined,
  );
}

function found(search: string): SQL | undefined {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(...[users.email, users.fullName, users.telegram, users.utmSource].map((column) => ilike(column, pattern)));
}

interface Row {
  readonly id: string;
  readonly createdAt: Date;
  readonly email: string;
  readonly fullName: string;
  readonly telegram: string | null;
  readonly utm: string | null;
  readonly proUntil: Date | null;
  readonly countOrders: number;
  readonly lastOrderAt: number | null;
}

function present({ createdAt, proUntil, countOrders, lastOrderAt, ...user }: Row, now: Date): UserStats {
  return {
    ...user,
    createdDate: createdAt.toISOString(),
    isPro: proUntil !== null && proUntil > now,
    expirationPro: proUntil?.toISOString() ?? null,
    countOrders,
    lastOrderDate: lastOrderAt === null ? null : new Date(lastOrderAt / 1_000).toISOString(),
  };
}
