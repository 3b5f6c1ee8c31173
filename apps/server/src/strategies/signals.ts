/** A strategy's signals as its page shows them: the chain with its verdicts, and what became of each member's order. */
import {
  parseOrderMessage,
  toPage,
  type CertificateVerdict,
  type ChainLink,
  type Page,
  type PageQuery,
  type StrategySignal,
} from "@chartrelay/contract";
import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { accountLabels, type AccountDirectory, type ShowingAccountId, showingAccountIds } from "../accounts/index.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { orders, signals } from "../platform/db/schema.ts";
import { outcomeOf, type OrderStanding } from "./outcome.ts";

export interface SignalListParts {
  readonly database: Pick<Database, "orm">;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
}

/** Returns one page of a strategy's signals, newest first; those that made no order are among them. */
export async function listStrategySignals(
  { database: { orm }, accounts }: SignalListParts,
  strategyId: string,
  query: PageQuery,
): Promise<Page<StrategySignal>> {
  const own = eq(signals.strategyId, strategyId);
  const [rows, total] = await Promise.all([
    orm
      .select(SHOWN)
      .from(signals)
      .where(own)
      .orderBy(desc(signals.seq))
      .limit(query.size)
      .offset(query.page * query.size),
    orm.$count(signals, own),
  ]);
  const made = await ordersOf(
    orm,
    rows.map(({ id }) => id),
  );
  const shown = showingAccountIds(accounts);
  return toPage(await Promise.all(rows.map((row) => present(row, made.get(row.id) ?? [], shown))), total, query);
}

const SHOWN = {
  id: signals.id,
  body: signals.body,
  link: signals.link,
  certificate: signals.certificate,
  receivedAt: signals.receivedAt,
};

interface SignalRow {
  readonly id: string;
  readonly body: Uint8Array | null;
  readonly link: ChainLink | null;
  readonly certificate: CertificateVerdict | null;
  readonly receivedAt: number;
}

type MemberOrder = Awaited<ReturnType<typeof readOrders>>[number];

async function ordersOf(orm: Orm, signalIds: readonly string[]): Promise<Map<string, MemberOrder[]>> {
  return signalIds.length === 0 ? new Map() : Map.groupBy(await readOrders(orm, signalIds), ({ signalId }) => signalId);
}

const readOrders = (orm: Orm, signalIds: readonly string[]) =>
  orm
    .select({
      id: orders.id,
      signalId: orders.signalId,
      accountId: orders.accountId,
      name: accountLabels.name,
      exchange: orders.venue,
      keyEnding: accountLabels.keyEnding,
      isDemo: orders.isDemo,
      ticker: orders.ticker,
      status: orders.status,
      reason: orders.reason,
      executionState: orders.executionState,
      filledQuantity: orders.filledQuantity,
      executionReason: orders.executionReason,
    })
    .from(orders)
    .leftJoin(accountLabels, eq(accountLabels.id, orders.accountId))
    // The second condition lets the index of strategies' orders answer.
    .where(and(inArray(orders.signalId, [...signalIds]), isNotNull(orders.strategyId)))
    .orderBy(asc(orders.seq));

async function present(
  { id, body, link, certificate, receivedAt }: SignalRow,
  made: readonly MemberOrder[],
  shown: ShowingAccountId,
): Promise<StrategySignal> {
  const members = await Promise.all(made.map((order) => shown(presentOrder(order))));
  const outcomes: StrategySignal["outcomes"] = {};
  for (const { outcome } of members) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    id,
    createdDate: new Date(receivedAt / 1_000).toISOString(),
    ticker: made.find(({ ticker }) => ticker !== null)?.ticker ?? tickerIn(body),
    link,
    certificate,
    outcomes,
    orders: members,
  };
}

function presentOrder(order: MemberOrder): StrategySignal["orders"][number] {
  const { id, accountId, name, exchange, keyEnding, isDemo } = order;
  const standing = outcomeOf(order as OrderStanding);
  return { id, accountId, name, exchange, keyEnding, isDemo, ...standing } as StrategySignal["orders"][number];
}

/** A signal that made no order still says which instrument it was about. */
function tickerIn(body: Uint8Array | null): string | null {
  const { message } = parseOrderMessage(body ?? new Uint8Array());
  return message && "ticker" in message && typeof message.ticker === "string" ? message.ticker : null;
}
