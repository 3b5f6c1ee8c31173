/** The user's fills as a CSV file, oldest first. */
import { type OrderSide, type ReportFilter, shortAccountId, type VenueName } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { showingAccountIds } from "../accounts/index.ts";
import type { CsvColumn } from "../platform/http/csv.ts";
import { narrowing } from "./filter.ts";
import type { Period } from "./period.ts";
import type { ReportParts } from "./report.ts";

const ROWS_A_QUERY = 2_000;

const FILLS = `
select fills.executed_at as "executedAt", fills.trade_id as "tradeId", fills.account_id as "accountId", name as "accountName",
  key_ending as "accountEnding", orders.is_demo as "isDemo", orders.venue, orders.ticker, fills.side, fills.quantity, fills.price, fee_amount as fee,
  fee_currency as "feeCurrency", orders.id as "orderId"
from fills join orders on orders.id = fills.order_id
  left join (select id, name, key_ending from accounts union all select id, name, key_ending from former_accounts) named
    on named.id = fills.account_id
where orders.user_id = $1 and ($2::text is null or fills.account_id = $2) and ($3::text is null or upper(orders.ticker) = $3)
  and executed_at < $5 and (executed_at, trade_id) > ($4, $6)
order by executed_at, trade_id limit ${ROWS_A_QUERY}`;

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
}

/** Streams a user's fills of a period, as fast as the reader takes them. */
export async function* everyFill(
  { database, accounts }: Pick<ReportParts, "database" | "accounts">,
  userId: string,
  { fromMs, toMs }: Period,
  filter: ReportFilter,
): AsyncGenerator<FillInFile> {
  const { accountId, ticker } = await narrowing(database, userId, filter);
  const shown = showingAccountIds(accounts);
  // Every trade id sorts after an empty one.
  let [lastUs, lastId] = [fromMs * 1_000, ""];
  let rows: FillInFile[];
  do {
    rows = await database.query<FillInFile>(FILLS, [userId, accountId, ticker, lastUs, toMs * 1_000, lastId]);
    for (const row of rows) yield await shown(row);
    [lastUs, lastId] = [rows.at(-1)?.executedAt ?? lastUs, rows.at(-1)?.tradeId ?? lastId];
  } while (rows.length === ROWS_A_QUERY);
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
    ["trade", ({ tradeId }) => tradeId],
    ["id", ({ orderId }) => orderId],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}
