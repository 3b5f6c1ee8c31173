/** The user's alerts as the API shows them. */
import { reasonsIn, type Alert, type AlertFilter, type AlertListQuery, type Page } from "@chartrelay/contract";
import { and, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import type { Orm } from "../platform/db/database.ts";
import { alerts, signals } from "../platform/db/schema.ts";
import { receivedBefore, receivedFrom } from "../platform/lists/dates.ts";
import { everyRow, listPage, sortOf, type ListParts } from "../platform/lists/page.ts";
import { patternOf } from "../platform/lists/search.ts";
import { accountLabels, accountNamed, showingAccountIds, type AccountDirectory } from "../accounts/index.ts";

export interface AlertListParts extends ListParts {
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** Returns one page of a user's alerts that match a filter. */
export async function listAlerts(parts: AlertListParts, userId: string, query: AlertListQuery): Promise<Page<Alert>> {
  const shown = showingAccountIds(parts.accounts);
  return await listPage(parts, alerts, userId, query, narrowedBy(userId, query), async (condition, by) => {
    const rows = await readShown(parts.database.orm, condition, by);
    return await Promise.all(rows.map((row) => shown(present(row))));
  });
}

/** Streams a user's alerts that match a filter, as fast as the reader takes them. */
export async function* everyAlert(
  { database: { orm }, accounts }: AlertListParts,
  userId: string,
  filter: AlertFilter,
): AsyncGenerator<Alert> {
  const shown = showingAccountIds(accounts);
  const narrowed = narrowedBy(userId, filter);
  const rows = everyRow(orm, alerts, userId, sortOf(filter), (stretch, by) =>
    readShown(orm, and(stretch, narrowed), by),
  );
  for await (const row of rows) yield await shown(present(row));
}

/** Returns alerts of any user by id, to notify their owners of changes. */
export async function listAlertsById(
  { database: { orm }, accounts }: AlertListParts,
  ids: readonly string[],
): Promise<Alert[]> {
  const shown = showingAccountIds(accounts);
  const rows = await readShown(orm, inArray(alerts.id, [...ids]), alerts.seq);
  return await Promise.all(rows.map((row) => shown(present(row))));
}

/** Returns the filter's SQL condition; undefined if the filter is empty. */
function narrowedBy(userId: string, { status, account, reason, from, to, search }: AlertFilter): SQL | undefined {
  const pattern = search && patternOf(search);
  const reasons = reasonsIn(reason);
  return and(
    status ? eq(alerts.status, status) : undefined,
    account ? eq(alerts.accountId, accountNamed(account)) : undefined,
    reasons.length > 0 ? inArray(alerts.reason, reasons) : undefined,
    from ? receivedFrom(alerts, userId, from) : undefined,
    to ? receivedBefore(alerts, userId, to) : undefined,
    pattern ? or(ilike(alerts.message, pattern), ilike(alerts.json, pattern)) : undefined,
  );
}

const readShown = (orm: Orm, where: SQL | undefined, by: SQL | typeof alerts.seq) =>
  orm
    .select(SHOWN)
    .from(alerts)
    .innerJoin(signals, eq(signals.id, alerts.id))
    .leftJoin(accountLabels, eq(accountLabels.id, alerts.accountId))
    .where(where)
    .orderBy(by);

const SHOWN = {
  id: alerts.id,
  accountId: alerts.accountId,
  accountName: accountLabels.name,
  accountEnding: accountLabels.keyEnding,
  exchange: accountLabels.venue,
  isDemo: accountLabels.isDemo,
  usedOldId: signals.usedOldId,
  chatId: alerts.chatId,
  status: alerts.status,
  reason: alerts.reason,
  message: alerts.message,
  json: alerts.json,
  receivedAt: alerts.receivedAt,
};

type ShownRow = Awaited<ReturnType<typeof readShown>>[number];

function present({ receivedAt, ...row }: ShownRow): Alert {
  return { ...row, createdDate: new Date(receivedAt / 1_000).toISOString() } as Alert;
}
