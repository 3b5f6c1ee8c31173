/** Exports all we hold about a user as one JSON file, in pieces: a million orders need no more memory than one. */
import type { Database } from "../../platform/db/database.ts";

const ROWS_A_QUERY = 1_000;

interface Section {
  readonly name: string;
  /** The exported columns: no secret, no hash of one. */
  readonly columns: string;
  readonly table: string;
  /** Selects the user's ($1) rows where `user_id = $1` doesn't. */
  readonly whose?: string;
  /** The column to page by, if there may be many rows. */
  readonly by?: string;
}

/** Leaves out the consents of an earlier holder of the address. */
const OWN_CONSENTS = `user_id = $1 and accepted_at >= coalesce((select taken_over_at from users where id = $1), '-infinity')`;

const SECTIONS: readonly Section[] = [
  {
    name: "accounts",
    table: "accounts",
    columns: `id, name, venue, key_ending, api_key is not null as has_api_key, secret_key is not null as has_secret_key, telegram_chat_id,
      is_demo, allow_margin, is_paused, is_paused_with_all, on_unknown_outcome, key_version, key_checked_at, key_refusal, key_expires_at, created_at`,
  },
  {
    name: "webhookIds",
    table: "webhook_ids",
    columns: "account_id, created_at, works_until",
    whose: "account_id in (select id from accounts where user_id = $1)",
  },
  { name: "retiredKeys", table: "retired_keys", columns: "account_id, key_version, is_demo, retired_at" },
  { name: "formerAccounts", table: "former_accounts", columns: "id, name, venue, key_ending, is_demo, deleted_at" },
  {
    name: "strategies",
    table: "strategies",
    columns: `id, name, mode, on_gap, start, state, on_protection_refused, limits, roll, client_certificate, created_at`,
  },
  {
    name: "strategyMembers",
    table: "strategy_members",
    columns: "strategy_id, account_id, place, sizing, is_on",
    whose: "strategy_id in (select id from strategies where user_id = $1)",
  },
  { name: "formerStrategies", table: "former_strategies", columns: "id, name, deleted_at" },
  { name: "positionChains", table: "position_chains", columns: "source_id, ticker, state, hold_ends_at" },
  {
    name: "strategyPositions",
    table: "strategy_positions",
    columns: "strategy_id, account_id, symbol, venue, quantity, scale, entries",
  },
  {
    name: "strategyLog",
    table: "strategy_log",
    columns: "seq, strategy_id, at, kind, details",
    by: "seq",
  },
  {
    name: "stops",
    table: "stops",
    columns: "id, scope, subject_id, level, state, requested_at, proven_at, lifted_at, progress",
  },
  {
    name: "holdings",
    table: "holdings",
    columns: "account_id, positions, money",
    whose: "account_id in (select id from accounts where user_id = $1)",
  },
  { name: "savedFilters", table: "saved_filters", columns: "id, list, name, filters, created_at" },
  { name: "sessions", table: "sessions", columns: "id, created_at, last_used_at, expires_at, address, agent" },
  { name: "places", table: "known_places", columns: "place, last_seen_at" },
  { name: "secondFactor", table: "second_factors", columns: "enabled_at" },
  { name: "subscription", table: "subscriptions", columns: "pro_until" },
  {
    name: "firstSteps",
    table: "first_steps",
    columns: "message_built_at, test_order_id, alerted_at, is_hidden, finished_at",
  },
  {
    name: "grants",
    table: "subscription_grants",
    columns: `seq, kind, at, from_at, until_at, transaction_id, plan`,
    by: "seq",
  },
  { name: "purchases", table: "payment_orders", columns: "id, plan, amount_kopecks, created_at, paid_at" },
  { name: "payments", table: "payments", columns: "transaction_id, order_id, plan, amount_kopecks, paid_at" },
  {
    name: "refunds",
    table: "payment_refunds",
    columns: "transaction_id, payment_transaction_id, kind, amount_kopecks, recorded_at",
    whose: "payment_transaction_id in (select transaction_id from payments where user_id = $1)",
  },
  {
    name: "paymentNotices",
    table: "payment_notifications",
    columns: "seq, kind, transaction_id, order_id, received_at, body, code",
    whose: `order_id in (select id from payment_orders where user_id = $1)`,
    by: "seq",
  },
  {
    name: "consents",
    table: "consents",
    columns: "seq, document, version, language, accepted_at, address, user_agent, place",
    whose: OWN_CONSENTS,
    by: "seq",
  },
  { name: "audit", table: "audit_log", columns: "id, at, action, subject, details, address, agent", by: "id" },
  {
    name: "messages",
    table: "messages",
    columns: "seq, channel, address, language, kind, data, status, reason, created_at, sent_at",
    by: "seq",
  },
  {
    name: "signals",
    table: "signals",
    columns:
      "seq, id, account_id, used_old_id, idempotency_key, other_fields, problems, repairs, body, strategy_id, link, certificate, received_at",
    by: "seq",
  },
  {
    name: "alerts",
    table: "alerts",
    columns: "seq, id, account_id, chat_id, status, reason, message, json, received_at, notified_at",
    by: "seq",
  },
  {
    name: "orders",
    table: "orders",
    columns: `seq, id, signal_id, account_id, venue, is_demo, status, stage, reason, attempt, key_version, response_server_json,
      action, ticker, direction, type, open, quantity, extras, received_at, committed_at, sent_at, answered_at, notified_at,
      execution_state, filled_quantity, average_price, fees, venue_order_id, cancelled_by, execution_reason, execution_at, cancellation, cancels,
      strategy_id, instruction, sizing, contract`,
    by: "seq",
  },
  {
    name: "fills",
    table: "fills",
    columns: `seq, order_id, trade_id, account_id, venue, symbol, side, quantity, price, fee_amount, fee_currency, executed_at, stored_at`,
    by: "seq",
  },
  {
    name: "fundingPayments",
    table: "funding_payments",
    columns: "account_id, payment_id, venue, symbol, ticker, currency, amount, paid_at",
  },
];

const USER = `
select id, email, email_confirmed_at, taken_over_at, full_name, telegram, roles, has_bonus, utm_source, language, notifications, telegram_user_id,
  telegram_chat_id, created_at
from users where id = $1`;

type Row = Record<string, unknown>;

/** Yields the file's text in pieces. Times of orders and alerts are microseconds since the Unix epoch. */
export async function* exportUser(db: Pick<Database, "query">, userId: string, at: Date): AsyncGenerator<string> {
  const [user] = await db.query<Row>(USER, [userId]);
  yield `{\n"exportedAt": ${written(at)},\n"user": ${written(user ?? null)}`;
  for (const section of SECTIONS) {
    yield `,\n"${section.name}": [`;
    let separator = "\n";
    for await (const rows of piecesOf(db, section, userId)) {
      yield rows.map((row) => `${separator}${((separator = ",\n"), written(row))}`).join("");
    }
    yield "]";
  }
  yield "\n}\n";
}

async function* piecesOf(
  db: Pick<Database, "query">,
  { table, columns, whose = "user_id = $1", by }: Section,
  userId: string,
): AsyncGenerator<Row[]> {
  const select = `select ${columns} from ${table} where ${whose}`;
  if (by === undefined) {
    yield await db.query<Row>(select, [userId]);
    return;
  }
  let last: unknown = 0;
  for (;;) {
    const rows = await db.query<Row>(`${select} and ${by} > $2 order by ${by} limit ${ROWS_A_QUERY}`, [userId, last]);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_QUERY) return;
    last = rows.at(-1)?.[by];
  }
}

function written(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    // Shows a message as it was posted, rather than as a Buffer's own JSON.
    if (each instanceof Uint8Array) return new TextDecoder().decode(each);
    if (isWrittenBuffer(each)) return new TextDecoder().decode(Uint8Array.from(each.data));
    return each;
  });
}

function isWrittenBuffer(value: unknown): value is { readonly type: "Buffer"; readonly data: readonly number[] } {
  return typeof value === "object" && value !== null && "type" in value && value.type === "Buffer" && "data" in value;
}
