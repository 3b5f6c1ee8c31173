/** The user's alerts, newest first, as the API shows them. */
import type { Alert, AlertFilter, AlertListQuery, Page } from "@chartrelay/contract";
import { and, desc, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { alerts, signals } from "../platform/db/schema.ts";
import { receivedBefore, receivedFrom } from "../platform/lists/dates.ts";
import { everyRow, listPage, type ListParts } from "../platform/lists/page.ts";
import { accountNamed, showingAccountIds, type AccountDirectory } from "../accounts/index.ts";

export interface AlertListParts extends ListParts {
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** Returns one page of a user's alerts that match a filter. */
export async function listAlerts(parts: AlertListParts, userId: string, query: AlertListQuery): Promise<Page<Alert>> {
  const { orm } = parts.database;
  const shown = showingAccountIds(parts.accounts);
  return await listPage(parts, alerts, userId, query, narrowedBy(userId, query), async (condition) => {
    const rows = await orm
      .select(SHOWN)
      .from(alerts)
      .innerJoin(signals, eq(signals.id, alerts.id))
      .where(condition)
      .orderBy(desc(alerts.seq));
    return await Promise.all(rows.map((row) => shown(present(row))));
  });
}

/** Streams a user's alerts that match a filter, newest first, as fast as the reader takes them. */
export async function* everyAlert(
  { database: { orm }, accounts }: AlertListParts,
  userId: string,
  filter: AlertFilter,
): AsyncGenerator<Alert> {
  const shown = showingAccountIds(accounts);
  const narrowed = narrowedBy(userId, filter);
  const rows = everyRow(orm, alerts, userId, (stretch) =>
    orm
      .select(SHOWN)
      .from(alerts)
      .innerJoin(signals, eq(signals.id, alerts.id))
      .where(and(stretch, narrowed))
      .orderBy(desc(alerts.seq)),
  );
  for await (const row of rows) yield await shown(present(row));
}

/** Returns alerts of any user by id, to notify their owners of changes. */
export async function listAlertsById(
  { database: { orm }, accounts }: AlertListParts,
  ids: readonly string[],
): Promise<Alert[]> {
  const shown = showingAccountIds(accounts);
  const rows = await orm
    .select(SHOWN)
    .from(alerts)
    .innerJoin(signals, eq(signals.id, alerts.id))
    .where(inArray(alerts.id, [...ids]));
  return await Promise.all(rows.map((row) => shown(present(row))));
}

/** Returns the filter's SQL condition; undefined if the filter is empty. */
function narrowedBy(userId: string, { status, account, from, to, search }: AlertFilter): SQL | undefined {
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return and(
    status ? eq(alerts.status, status) : undefined,
    account ? eq(alerts.accountId, accountNamed(account)) : undefined,
    from ? receivedFrom(alerts, userId, from) : undefined,
    to ? receivedBefore(alerts, userId, to) : undefined,
    pattern ? or(ilike(alerts.message, pattern), ilike(alerts.json, pattern)) : undefined,
  );
}

const SHOWN = {
  id: alerts.id,
  accountId: alerts.accountId,
  usedOldId: signals.usedOldId,
  chatId: alerts.chatId,
  status: alerts.status,
  reason: alerts.reason,
  message: alerts.message,
  json: alerts.json,
  receivedAt: alerts.receivedAt,
};

type ShownRow = Omit<Alert, "createdDate" | "status" | "reason"> & {
  readonly status: string;
  readonly reason: string | null;
  readonly receivedAt: number;
};

function present({ receivedAt, ...row }: ShownRow): Alert {
  return { ...row, createdDate: new Date(receivedAt / 1_000).toISOString() } as Alert;
}
