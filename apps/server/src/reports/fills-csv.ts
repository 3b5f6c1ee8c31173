/** The user's fills as a CSV file, oldest first. */
import {
  type OrderSide,
  type OtherField,
  type ReportFilter,
  shortAccountId,
  type VenueName,
} from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { showingAccountIds } from "../accounts/index.ts";
import type { CsvColumn } from "../platform/http/csv.ts";
import { NIL } from "uuid";
import { chargedFills, signalOf } from "./fill-rows.ts";
import { narrowing } from "./filter.ts";
import type { Period } from "./period.ts";
import type { ReportParts } from "./report.ts";

const ROWS_A_QUERY = 2_000;

/** SQL that tells fills of different orders apart that took place in the same microsecond. */
const PLACE = "executed_at, order_id, trade_id";
const FILLS = `
with ${chargedFills(`(order_id, trade_id) in (
  select order_id, trade_id from fills
  where user_id = $1 and account_id = any($2::text[]) and executed_at < $5::bigint and (${PLACE}) > ($4::bigint, $6::uuid, $7)
    and ($3::text is null or order_id in (select id from orders where user_id = $1 and upper(ticker) = $3))
  order by ${PLACE} limit ${ROWS_A_QUERY})`)}
select executed_at as "executedAt", trade_id as "tradeId", charged.account_id as "accountId", named.name as "accountName",
  key_ending as "accountEnding", orders.is_demo as "isDemo", orders.venue, orders.ticker, side, charged.quantity, price, fee,
  charged_in as "feeCurrency", order_id as "orderId", strategies.name as "strategyName",
  other_fields as "otherFields"
from charged join orders on orders.id = order_id left join signals on signals.id = orders.signal_id
  left join strategies on strategies.id = orders.strategy_id
  left join (select id, name, key_ending from accounts union all select id, name, key_ending from former_accounts) named
    on named.id = charged.account_id
order by ${PLACE}`;

export interface FillInFile {
  readonly executedAt: number;
  readonly tradeId: string;
  readonly accountId: string;
  readonly accountName: string | null;
  readonly accountEnding: string | null;
  readonly isDemo: boolean;
  readonly venue: VenueName;
  readonly ticker: string;
  readonly side: OrderSide;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string | null;
  readonly feeCurrency: string | null;
  readonly orderId: string;
  readonly strategyName: string | null;
  readonly otherFields: readonly OtherField[] | null;
}

/** Streams a user's fills of a period, as fast as the reader takes them. */
export async function* everyFill(
  { database, accounts }: Pick<ReportParts, "database" | "accounts">,
  userId: string,
  { fromMs, toMs }: Period,
  filter: ReportFilter,
): AsyncGenerator<FillInFile> {
  const { accountIds, ticker } = await narrowing(database, userId, filter);
  const shown = showingAccountIds(accounts);
  let last: readonly [number, string, string] = [fromMs * 1_000, NIL, ""];
  for (;;) {
    const [lastUs, ...lastIds] = last;
    const rows = await database.query<FillInFile>(FILLS, [
      userId,
      accountIds,
      ticker,
      lastUs,
      toMs * 1_000,
      ...lastIds,
    ]);
    for (const row of rows) yield await shown(row);
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_A_QUERY) return;
    last = [end.executedAt, end.orderId, end.tradeId];
  }
}

/** Returns the columns of the CSV file. */
export function fillColumns(translate: Translate): CsvColumn<FillInFile>[] {
  const columns: [string, CsvColumn<FillInFile>["cell"]][] = [
    ["date", ({ executedAt }) => new Date(executedAt / 1_000).toISOString()],
    ["exchange", ({ venue }) => translate(`orders-csv:${venue}`)],
    ["account", ({ accountId }) => shortAccountId(accountId)],
    ["account_name", ({ accountName }) => accountName],
    ["key_ending", ({ accountEnding }) => accountEnding],
    ["environment", ({ isDemo }) => translate(`orders-csv:${isDemo ? "demo" : "live"}`)],
    ["ticker", ({ ticker }) => ticker],
    ["direction", ({ side }) => translate(`orders-csv:${side}`)],
    ["quantity", ({ quantity }) => quantity],
    ["price", ({ price }) => price],
    ["fee", ({ fee }) => fee],
    ["fee_currency", ({ feeCurrency }) => feeCurrency],
    ["strategy", ({ strategyName, otherFields }) => signalOf(otherFields ?? [], strategyName).strategy],
    ["trade", ({ tradeId }) => tradeId],
    ["id", ({ orderId }) => orderId],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}
