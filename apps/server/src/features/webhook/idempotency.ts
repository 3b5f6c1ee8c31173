/** Idempotency keys: what an alert is that comes under a key which an earlier alert of its account has used. */
import type { Reason, Status } from "@chartrelay/contract";
import { ageUs, monotonicMicros } from "../../platform/db/age.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { AlertTable } from "./answers.ts";
import { RESEND_WINDOW_US, type Acceptor } from "./resends.ts";
import type { CommittedRow } from "./route.ts";

/**
 * So long a key stands for its first alert: far longer than anybody sends again what got no answer, and not for ever, as
 * TradingView's {{strategy.order.id}} is the same in every alert.
 */
const KEY_LIFE_US = 86_400_000_000;

const EARLIER = (table: AlertTable) => `
earlier as (
  select id, seq, status, body_hash, received_at, ${ageUs(table, { node: "$3::int", monotonicUs: "$4::bigint" })} as age_us
  from ${table} where account_id = $1 and idempotency_key = $2
)`;
const FREED = (table: AlertTable) => `
freed as (
  update ${table} set idempotency_key = null from earlier where ${table}.id = earlier.id and age_us >= ${KEY_LIFE_US}
)`;
const ALIVE = `
select id, seq, status, body_hash as "bodyHash", received_at as "usedAtUs", age_us as "ageUs"
from earlier where age_us < ${KEY_LIFE_US}`;

interface EarlierRow {
  readonly id: string;
  readonly seq: number;
  readonly status: Status;
  readonly bodyHash: Uint8Array;
  readonly usedAtUs: number;
  readonly ageUs: number;
}

export interface KeyedAlert {
  readonly accountId: string;
  readonly idempotencyKey: string | undefined;
  readonly receivedAtMonotonicMs: number;
}

/**
 * The earlier row of an alert's key: only where that is taken is an alert neither inserted nor resent. Undefined: the key has
 * become free, and the alert may be stored.
 * @param bodyHash the alert's, in base64
 */
export async function findByKey(
  db: Queryable,
  table: AlertTable,
  acceptor: Pick<Acceptor, "node">,
  alert: KeyedAlert,
  bodyHash: string,
): Promise<CommittedRow | undefined> {
  if (alert.idempotencyKey === undefined) throw new Error("a row without a key was neither inserted nor known");
  return await find(`with ${EARLIER(table)}, ${FREED(table)} ${ALIVE}`, db, acceptor, alert, bodyHash);
}

/** What `findByKey` would give if the alert were posted now. Nothing is changed by asking. */
export async function previewByKey(
  db: Queryable,
  table: AlertTable,
  acceptor: Pick<Acceptor, "node">,
  alert: KeyedAlert,
  bodyHash: string,
): Promise<CommittedRow | undefined> {
  return await find(`with ${EARLIER(table)} ${ALIVE}`, db, acceptor, alert, bodyHash);
}

async function find(
  statement: string,
  db: Queryable,
  { node }: Pick<Acceptor, "node">,
  { accountId, idempotencyKey, receivedAtMonotonicMs }: KeyedAlert,
  bodyHash: string,
): Promise<CommittedRow | undefined> {
  const asker = [node, monotonicMicros(receivedAtMonotonicMs)];
  const [earlier] = await db.query<EarlierRow>(statement, [accountId, idempotencyKey, ...asker]);
  if (!earlier) return undefined;
  const { bodyHash: earlierHash, ageUs: age, ...row } = earlier;
  if (Buffer.from(earlierHash).toString("base64") !== bodyHash) return { ...row, kind: "key-reused" };
  return { ...row, kind: age < RESEND_WINDOW_US ? "repeated" : "duplicate" };
}

/** Why an alert makes nothing whose key was used; undefined when it is what used the key, sent again, or its key is its own. */
export function refusalOfKey({ kind }: Pick<CommittedRow, "kind">): Reason | undefined {
  if (kind === "duplicate") return "DUPLICATE_KEY";
  return kind === "key-reused" ? "IDEMPOTENCY_KEY_REUSED" : undefined;
}
