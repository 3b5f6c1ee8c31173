/** Judges the client certificates of posts, and learns TradingView's, for all nodes and across restarts. */
import { hash } from "node:crypto";
import type { CertificateVerdict } from "@chartrelay/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { PresentedCertificate } from "../platform/http/presented-certificate.ts";
import { type Bus, sharedTopic } from "../platform/pubsub.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { type LearntCertificate, readTradingViewCertificate, stillCounts } from "./client-certificate.ts";

/** A node has stored a certificate of TradingView's: its fingerprint. */
export const CERTIFICATE_LEARNT = sharedTopic("certificate_learnt");

/** A certificate in use is written down again this often. */
const SEEN_INTERVAL_MS = 86_400_000;

export interface CertificatesOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs">;
  readonly bus: Pick<Bus, "publish">;
  readonly log: RetryLog;
  readonly logger: Pick<FastifyBaseLogger, "info">;
}

export class Certificates {
  readonly #options: CertificatesOptions;
  #learnt: readonly LearntCertificate[] = [];
  #isStale = true;
  #refreshing: Promise<void> | undefined;
  /** Being stored, by fingerprint. */
  readonly #learning = new Map<string, Promise<void>>();

  constructor(options: CertificatesOptions) {
    this.#options = options;
  }

  /** Reads what all nodes have learnt. If that fails, the next post is the next try. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= this.#readWhileStale().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /**
   * Returns what a post's certificate proves; undefined if nobody can tell. It asks the storage for nothing: what it
   * learns, it stores later. If that fails, the next post from TradingView's addresses is the next try.
   */
  judge(presented: PresentedCertificate, isFromTradingViewsAddress: boolean): CertificateVerdict | undefined {
    if (presented === undefined || presented === "none") return presented;
    if (this.#isStale) void this.refresh();
    const nowMs = this.#options.clock.nowMs();
    const fingerprint = hash("sha256", presented, "hex");
    const known = this.#learnt.find((each) => each.fingerprint === fingerprint);
    if (!isFromTradingViewsAddress) return known && stillCounts(known, this.#learnt, nowMs) ? "verified" : "unknown";
    if (known && nowMs <= known.validToMs && nowMs - known.lastSeenAtMs < SEEN_INTERVAL_MS) return "verified";
    const read = readTradingViewCertificate(presented, nowMs);
    if (!read) return "unknown";
    this.#learn({ fingerprint, ...read, firstSeenAtMs: nowMs, lastSeenAtMs: nowMs });
    return "verified";
  }

  /** Waits for what is being stored. */
  async stop(): Promise<void> {
    await Promise.all([...this.#learning.values(), this.#refreshing]);
  }

  async #readWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#learnt = await this.#options.db.query<LearntCertificate>(LOAD);
      } catch (error) {
        this.#isStale = true;
        return this.#options.log.willRetry(error);
      }
    }
  }

  #learn(seen: LearntCertificate): void {
    const { fingerprint } = seen;
    if (this.#learning.has(fingerprint)) return;
    const learning = this.#store(seen)
      .catch(this.#options.log.willRetry)
      .finally(() => this.#learning.delete(fingerprint));
    this.#learning.set(fingerprint, learning);
  }

  async #store({ fingerprint, subject, validToMs, lastSeenAtMs }: LearntCertificate): Promise<void> {
    const { db, bus, logger } = this.#options;
    const isNew = !this.#learnt.some((each) => each.fingerprint === fingerprint);
    await db.query(STORE, [fingerprint, subject, new Date(validToMs), new Date(lastSeenAtMs)]);
    await this.refresh();
    bus.publish(CERTIFICATE_LEARNT, [fingerprint]);
    if (isNew) logger.info({ fingerprint, subject }, "TradingView shows a client certificate that is new");
  }
}

/** Its validity, and when it was seen, in milliseconds. */
const LOAD = `
select encode(fingerprint, 'hex') as fingerprint, subject, (extract(epoch from valid_to) * 1000)::float8 as "validToMs",
  (extract(epoch from first_seen_at) * 1000)::float8 as "firstSeenAtMs",
  (extract(epoch from last_seen_at) * 1000)::float8 as "lastSeenAtMs"
from client_certificates order by last_seen_at desc`;

const STORE = `
insert into client_certificates (fingerprint, subject, valid_to, first_seen_at, last_seen_at)
values (decode($1, 'hex'), $2, $3, $4, $4)
on conflict (fingerprint) do update set last_seen_at = greatest(client_certificates.last_seen_at, excluded.last_seen_at)`;
