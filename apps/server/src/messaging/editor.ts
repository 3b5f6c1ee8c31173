/**
 * Keeps sent messages up to date: edits those whose data has been replaced since (see `revise` in outbox.ts). What a chat
 * shows is compared with what it should show, so an edit that a crash interrupts is made again, and changes that come
 * quickly one after another need one edit. Messages go first: an edit waits until it can hold up none.
 */
import type { Language } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import type { PartitionConsumer } from "../cluster/node.ts";
import type { Clock } from "../platform/clock.ts";
import { DATABASE_NOW_US } from "../platform/db/age.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import type { ChatPace } from "./chat-pace.ts";
import type { ChatText } from "./chat-text.ts";
import { NOTIFY_STORED } from "./outbox.ts";
import type { Edit } from "./telegram-edits.ts";

/** After this a message counts as too old to be edited, and nobody would look back for it. */
const EDITABLE_US = 48 * 3_600_000_000;
/** How long a message that replaces another is worth sending. */
const REPLACEMENT_LIFE_US = 24 * 3_600_000_000;
/** Delays between tries of an edit that isn't answered; the last one repeats. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

const QUEUES = `
select distinct partition, queue from messages
where status = 'CREATED' and shown_revision < revision and partition = any($1::int[])`;

const NEXT = `
select id, address, language, kind, data, key, revision, sent_id as "sentId", digest_id is not null as "isInDigest",
  ${DATABASE_NOW_US} - sent_at > ${EDITABLE_US} as "isOld",
  exists (select from messages waiting where waiting.status = 'NEW' and waiting.partition = messages.partition
    and waiting.queue = messages.queue) as "isBehind"
from messages
where status = 'CREATED' and shown_revision < revision and partition = $1 and queue = $2
order by seq limit 1`;

const SHOWN = "update messages set shown_revision = $2 where id = $1 and shown_revision < $2";

/** The key goes on to the message that takes its place, and later changes with it. */
const REPLACE = `
with replaced as (
  update messages set key = null, shown_revision = revision where id = $1 and key = $2 returning *
), stored as (
  insert into messages (id, user_id, channel, address, queue, partition, language, kind, data, key, order_id, created_at, expires_at)
  select $3::uuid, user_id, channel, address, queue, partition, language, kind, data, $2::text, order_id,
    ${DATABASE_NOW_US}, ${DATABASE_NOW_US} + ${REPLACEMENT_LIFE_US}
  from replaced
  returning queue
) ${NOTIFY_STORED}`;

interface OutdatedMessage {
  readonly id: string;
  readonly address: string;
  readonly language: Language;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  readonly revision: number;
  /** Null if it went out together with others, or in an older release. */
  readonly sentId: string | null;
  readonly isInDigest: boolean;
  readonly isOld: boolean;
  /** Messages to this chat are waiting to be sent. */
  readonly isBehind: boolean;
}

export interface EditorOptions {
  readonly db: Queryable;
  readonly edit: Edit;
  readonly word: (message: Pick<OutdatedMessage, "kind" | "data" | "language">) => ChatText;
  readonly pace: Pick<ChatPace, "beginEdit">;
  readonly clock: Pick<Clock, "wait">;
  /** Returns whether this node owns its queues for certain. */
  readonly holdsLocks: () => boolean;
  readonly log: RetryLog;
}

/** A chat's queue. */
interface Place {
  readonly partition: number;
  readonly queue: string;
}

/** The edits of one queue. */
interface Running {
  readonly partition: number;
  /** Something has changed since the last look. */
  isCalledAgain: boolean;
  ended: Promise<void>;
}

export class Editor implements PartitionConsumer {
  readonly #options: EditorOptions;
  readonly #owned = new Map<number, AbortController>();
  /** The queues with edits under way, and whether something has changed since. */
  readonly #running = new Map<string, Running>();

  constructor(options: EditorOptions) {
    this.#options = options;
  }

  async take(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions)
      if (!this.#owned.has(partition)) this.#owned.set(partition, new AbortController());
    await this.#catchUpAll(partitions);
  }

  async release(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      this.#owned.get(partition)?.abort();
      this.#owned.delete(partition);
    }
    const ending = [...this.#running.values()].filter(({ partition }) => partitions.includes(partition));
    await Promise.all(ending.map(({ ended }) => ended));
  }

  async catchUp(places: readonly Place[]): Promise<void> {
    for (const place of places) this.#start(place);
  }

  async sweep(): Promise<void> {
    await this.#catchUpAll([...this.#owned.keys()]);
  }

  async #catchUpAll(partitions: readonly number[]): Promise<void> {
    if (partitions.length > 0) await this.catchUp(await this.#options.db.query<Place>(QUEUES, [partitions]));
  }

  #start(place: Place): void {
    const owned = this.#owned.get(place.partition);
    if (!owned) return;
    const running = this.#running.get(place.queue);
    if (running) {
      running.isCalledAgain = true;
      return;
    }
    const started: Running = { partition: place.partition, isCalledAgain: false, ended: Promise.resolve() };
    this.#running.set(place.queue, started);
    started.ended = this.#editAll(place, owned.signal, started)
      .catch(this.#options.log.willRetry)
      .finally(() => this.#running.delete(place.queue));
  }

  async #editAll(place: Place, owned: AbortSignal, running: Running): Promise<void> {
    const { clock } = this.#options;
    let fruitless = 0;
    for (;;) {
      running.isCalledAgain = false;
      const waitMs = await this.#editNext(place, fruitless);
      if (waitMs === undefined && !running.isCalledAgain) return;
      fruitless = waitMs === undefined || waitMs === 0 ? 0 : fruitless + 1;
      if (waitMs !== undefined && waitMs > 0) await clock.wait(waitMs, owned);
      if (owned.aborted) return;
    }
  }

  /** Handles the oldest outdated message. Returns how long to wait before the next; undefined if there is none. */
  async #editNext({ partition, queue }: Place, fruitless: number): Promise<number | undefined> {
    const { db, edit, word, pace, holdsLocks } = this.#options;
    const [outdated] = await db.query<OutdatedMessage>(NEXT, [partition, queue]);
    if (!outdated) return undefined;
    const { id, address, sentId, revision } = outdated;
    const text = word(outdated);
    const shown = () => db.query(SHOWN, [id, revision]);
    if (sentId === null || outdated.isOld) {
      // Told together with others: the end is worth a message of its own, what leads to it isn't.
      if (outdated.isOld || (outdated.isInDigest && text.isFinal === true)) await this.#replace(outdated);
      else await shown();
      return 0;
    }
    const waitMs = outdated.isBehind ? retryDelay(0) : pace.beginEdit(address);
    if (waitMs > 0) return waitMs;
    if (!holdsLocks()) return retryDelay(0);
    const outcome = await edit({ address, sentId }, text);
    if (outcome.kind === "later") return Math.max(outcome.waitMs ?? 0, retryDelay(fruitless));
    if (outcome.kind === "uneditable") await this.#replace(outdated);
    else await shown();
    return 0;
  }

  /** Sends it anew, as what the chat has of its order from now on. */
  async #replace({ id, key, revision }: OutdatedMessage): Promise<void> {
    const { db } = this.#options;
    await (key === null ? db.query(SHOWN, [id, revision]) : db.query(REPLACE, [id, key, uuidv7()]));
  }
}

function retryDelay(tries: number): number {
  return RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0;
}
