/** A product with accounts to post to, and access to what it stored. */
import fc from "fast-check";
import pg from "pg";
import { Pool } from "undici";
import { STORED_ORDERS, type StoredOrder, type Webhook } from "../../packages/contract/src/message/webhook.fixture.ts";
import type { Ground } from "../cases/ground.ts";
import { waitFor } from "../product/wait.ts";
import { openAccounts, TRADING_SHARE } from "./accounts.ts";

const CONNECTIONS = 64;
const ENDING_MS = 120_000;

export interface FuzzedWebhook extends Webhook, AsyncDisposable {
  /** Generates account ids for messages. */
  readonly account: fc.Arbitrary<string>;
  /** Waits for all orders to end; returns how many haven't. */
  open(): Promise<number>;
  /** Returns how many orders are stored, and how many of them went on to the venue's queue. */
  stored(): Promise<{ readonly stored: number; readonly queued: number }>;
}

/** Starts the product, which ends with the ground. */
export async function openWebhook(ground: Ground): Promise<FuzzedWebhook> {
  const product = await ground.product();
  const [trading = "", ...paused] = await openAccounts(ground, product);
  const http = new Pool(product.origin, { connections: CONNECTIONS });
  const db = new pg.Pool({ connectionString: product.databaseUrl, max: 4 });
  const query = async <Row>(statement: string, values: unknown[] = []) =>
    (await db.query(statement, values)).rows as Row[];
  const count = async (condition: string) =>
    (await query<{ n: number }>(`select count(*)::int as n from orders where ${condition}`))[0]?.n ?? 0;
  return {
    accounts: new Set([trading, ...paused]),
    account: fc.oneof(
      { weight: 1, arbitrary: fc.constant(trading) },
      { weight: TRADING_SHARE - 1, arbitrary: fc.constantFrom(...paused) },
    ),
    async post({ body, headers }) {
      const answer = await http.request({ path: "/api/v1/orders", method: "POST", headers, body });
      const { id } = (await answer.body.json()) as { id?: string };
      return { status: answer.statusCode, id };
    },
    rows: (ids) => query<StoredOrder>(STORED_ORDERS, [ids]),
    async open() {
      const isOver = async () => ((await count("status = 'NEW'")) === 0 ? true : undefined);
      await waitFor(isOver, { withinMs: ENDING_MS, everyMs: 500 });
      return await count("status = 'NEW'");
    },
    stored: async () => ({
      stored: await count("true"),
      queued: await count("reason is distinct from 'BAD_MESSAGE' and reason is distinct from 'ACCOUNT_PAUSED'"),
    }),
    async [Symbol.asyncDispose]() {
      await http.close();
      await db.end();
    },
  };
}
