/** One INSERT, and so one commit, per alert: a table like the product's, without its group commit. */
import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { serveWebhook } from "./webhook.ts";

/** As good a number as any: more connections only queue for the same write-ahead log. */
const CONNECTIONS = 16;

const TABLE = `
create table if not exists floor_orders (
  id uuid primary key, seq bigint generated always as identity, user_id uuid not null, account_id text not null,
  status text not null, ticker text, direction text, type text, quantity text,
  body bytea not null, body_hash bytea not null, unanswered_since bigint, received_at bigint not null);
create index on floor_orders (user_id, seq);
create index on floor_orders (account_id, seq) where status = 'NEW';
create index on floor_orders (account_id, body_hash) where unanswered_since is not null`;

const INSERT = `
insert into floor_orders (id, user_id, account_id, status, ticker, direction, type, quantity, body, body_hash,
  unanswered_since, received_at)
values ($1, $2, $3, 'NEW', $4, $5, $6, $7, $8, $9, $10, $10)`;

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: CONNECTIONS });
await pool.query(TABLE);
const userId = randomUUID();

await serveWebhook(async ({ account, ticker, direction, type, contracts }, body) => {
  const id = randomUUID();
  const hash = createHash("sha256").update(body).digest();
  await pool.query(INSERT, [id, userId, account, ticker, direction, type, contracts, body, hash, Date.now() * 1_000]);
  return id;
});
