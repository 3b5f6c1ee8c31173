/** What must hold of the order webhook, whatever is posted to it. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { MASKED_ACCOUNT_ID } from "../account-id.ts";
import { judge, textsOf } from "./judges.fixture.ts";
import type { ParsedOrderMessage } from "./parse.ts";
import type { Post } from "./posts.fixture.ts";

/** A webhook with accounts that nobody else posts to. */
export interface Webhook {
  readonly accounts: ReadonlySet<string>;
  /** Gives the status, and the id of the stored order where the answer names one. */
  readonly post: (post: Post) => Promise<{ readonly status: number; readonly id?: string | undefined }>;
  /** The stored orders of those ids. */
  readonly rows: (ids: readonly string[]) => Promise<readonly StoredOrder[]>;
}

/** Columns of an order's row. */
export interface StoredOrder {
  readonly id: string;
  /** SHA-256 of what messages name its account by. */
  readonly id_hash: Uint8Array;
  readonly ticker: string | null;
  readonly direction: string | null;
  readonly type: string | null;
  readonly open: string | null;
  readonly quantity: string | null;
  /** What else the message says of the order. */
  readonly extras: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  /** As it was posted, but for the account's id. */
  readonly body: Uint8Array;
  /** SHA-256 of the body as it was posted. */
  readonly body_hash: Uint8Array;
}

export const STORED_ORDERS = `
select orders.id, id_hash, ticker, direction, type, open, quantity, extras, reason, body, body_hash
from orders join signals on signals.id = orders.signal_id join webhook_ids on webhook_ids.account_id = orders.account_id
where orders.id = any($1::uuid[])`;

const MASK = Buffer.from(MASKED_ACCOUNT_ID).toString("latin1");

const MAX_BODY_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 255;

/** A type that HTTP knows: with any other one a message isn't read. */
const MEDIA_TYPE = /^[^\s/;,]+\/[^\s/;,]+/;

/** What became of a post. */
export interface Judged {
  readonly post: Post;
  readonly status: number;
  /** Undefined for a post that was turned away unread. */
  readonly parsed: ParsedOrderMessage | undefined;
}

/**
 * Posts all at once, and holds each answer and what is stored to what was posted.
 * @throws {Error} with the post, when an answer is a 5xx or not what the post deserves, or its order not what it meant
 */
export async function postAndJudge(posts: readonly Post[], webhook: Webhook): Promise<readonly Judged[]> {
  const answers = await Promise.all(posts.map(webhook.post));
  const rows = await webhook.rows(answers.flatMap(({ id }) => id ?? []));
  return posts.map((post, index) => {
    const { status, id } = answers[index]!;
    try {
      if (isUnread(post, status)) return { post, status, parsed: undefined };
      const parsed = judge(post.body, post.headers["content-type"] ?? "");
      const row = rows.find((row) => row.id === id);
      judgeRead(post, parsed, { status, row, isOurs: webhook.accounts.has(parsed.account ?? "") });
      return { post, status, parsed };
    } catch (error) {
      const { kind, headers, body } = post;
      const written = new TextDecoder().decode(body);
      throw new Error(`judged wrong: ${JSON.stringify({ kind, headers, status, written })}`, { cause: error });
    }
  });
}

/** Whether a post is turned away before its message is read, as it has to be. */
function isUnread({ body, headers }: Post, status: number): boolean {
  assert.ok(status < 500);
  const isTooLong = body.length > MAX_BODY_BYTES;
  const isOfNoType = status === 415;
  if (isTooLong) assert.equal(status, 413);
  else if (isOfNoType) assert.doesNotMatch(headers["content-type"] ?? "", MEDIA_TYPE);
  return isTooLong || isOfNoType;
}

interface Outcome {
  readonly status: number;
  readonly row: StoredOrder | undefined;
  /** Whether the message names an account of ours. */
  readonly isOurs: boolean;
}

function judgeRead(
  { kind, body, headers, meant }: Post,
  { message, account }: ParsedOrderMessage,
  { status, row, isOurs }: Outcome,
): void {
  if (kind === "written") assert.ok(message);
  const key = headers["idempotency-key"] ?? "";
  if (key.length > MAX_KEY_LENGTH) return assert.deepEqual([status, row], [400, undefined]);
  if (!isOurs) return assert.deepEqual([status, row], [account === undefined ? 400 : 404, undefined]);
  // An id or a key that another message of the account used.
  if (status === 409) return assert.ok(message?.id ?? key);
  assert.equal(status, message ? 200 : 400);
  assert.ok(row);
  judgeBody(row, body, account ?? "");
  if (!message) return assert.equal(row.reason, "BAD_MESSAGE");
  const { id: _, ...order } = meant ?? textsOf(message);
  assert.deepEqual(orderIn(row, account ?? ""), order);
}

/** The body is stored as it was posted, with dots for the id of the account that it names, which may be written with escapes. */
function judgeBody({ body, body_hash, id_hash }: StoredOrder, posted: Uint8Array, account: string): void {
  assert.deepEqual(Buffer.from(body_hash), hash("sha256", posted, "buffer"));
  assert.deepEqual(Buffer.from(id_hash), hash("sha256", account, "buffer"));
  const [stored, sent] = [body, posted].map((bytes) => Buffer.from(bytes).toString("latin1")) as [string, string];
  assert.ok(!stored.includes(account) && stored.includes(MASK), "the id isn't stored");
  if (sent.includes(account)) assert.equal(stored, sent.replaceAll(account, MASK));
}

/** The order in a row, as its message would write it. */
function orderIn({ ticker, direction, type, open: price, quantity: contracts, extras }: StoredOrder, account: string) {
  return textsOf({ account, ticker, direction, type, contracts, ...(price !== null && { price }), ...extras });
}
