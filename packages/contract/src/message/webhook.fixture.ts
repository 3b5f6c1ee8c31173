/** Checks that must hold for the order webhook, whatever is posted to it. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { MASKED_ACCOUNT_ID } from "../account-id.ts";
import { judge, textsOf } from "./judges.fixture.ts";
import type { ParsedOrderMessage } from "./parse.ts";
import type { Post } from "./posts.fixture.ts";

/** A webhook with accounts that only this test posts to. */
export interface Webhook {
  readonly accounts: ReadonlySet<string>;
  /** Returns the status, and the id of the stored order if the answer names one. */
  readonly post: (post: Post) => Promise<{ readonly status: number; readonly id?: string | undefined }>;
  /** Returns the stored orders with those ids. */
  readonly rows: (ids: readonly string[]) => Promise<readonly StoredOrder[]>;
}

/** Columns of an order's row. */
export interface StoredOrder {
  readonly id: string;
  /** SHA-256 of the id by which messages name its account. */
  readonly id_hash: Uint8Array;
  readonly ticker: string | null;
  readonly direction: string | null;
  readonly type: string | null;
  readonly open: string | null;
  readonly quantity: string | null;
  /** What else the message says about the order. */
  readonly extras: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  /** As posted, except for the account's id. */
  readonly body: Uint8Array;
  /** SHA-256 of the body as posted. */
  readonly body_hash: Uint8Array;
}

export const STORED_ORDERS = `
select orders.id, id_hash, ticker, direction, type, open, quantity, extras, reason, body, body_hash
from orders join signals on signals.id = orders.signal_id join webhook_ids on webhook_ids.account_id = orders.account_id
where orders.id = any($1::uuid[])`;

const MASK = Buffer.from(MASKED_ACCOUNT_ID).toString("latin1");

const MAX_BODY_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 255;

/** A media type that HTTP knows: a message with any other isn't read. */
const MEDIA_TYPE = /^[^\s/;,]+\/[^\s/;,]+/;

/** The outcome of a post. */
export interface Judged {
  readonly post: Post;
  readonly status: number;
  /** Undefined for a post that was refused unread. */
  readonly parsed: ParsedOrderMessage | undefined;
}

/**
 * Posts all at once, and checks each answer and each stored order against its post.
 * @throws {Error} with the post, when an answer is a 5xx or not what the post deserves, or its order isn't what it
 * meant
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

/** Returns whether a post was refused before its message was read, and checks that this was right. */
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
  /** Whether the message names one of our accounts. */
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
  // Another message of the account used the id or the key.
  if (status === 409) return assert.ok(message?.id ?? key);
  assert.equal(status, message ? 200 : 400);
  assert.ok(row);
  judgeBody(row, body, account ?? "");
  if (!message) return assert.equal(row.reason, "BAD_MESSAGE");
  const { id: _, ...order } = meant ?? textsOf(message);
  assert.deepEqual(orderIn(row, account ?? ""), order);
}

/** Checks that the body is stored as posted, with dots for the id of its account, which may be written with escapes. */
function judgeBody({ body, body_hash, id_hash }: StoredOrder, posted: Uint8Array, account: string): void {
  assert.deepEqual(Buffer.from(body_hash), hash("sha256", posted, "buffer"));
  assert.deepEqual(Buffer.from(id_hash), hash("sha256", account, "buffer"));
  const [stored, sent] = [body, posted].map((bytes) => Buffer.from(bytes).toString("latin1")) as [string, string];
  assert.ok(!stored.includes(account) && stored.includes(MASK), "the id isn't stored");
  if (sent.includes(account)) assert.equal(stored, sent.replaceAll(account, MASK));
}

/** Returns the order in a row, as its message would write it. */
function orderIn({ ticker, direction, type, open: price, quantity: contracts, extras }: StoredOrder, account: string) {
  return textsOf({ account, ticker, direction, type, contracts, ...(price !== null && { price }), ...extras });
}
