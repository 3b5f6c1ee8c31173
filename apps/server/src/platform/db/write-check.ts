/**
 * Checks whether an alert could be committed now. A storage may answer but accept no writes: its disk is full, or it is
 * a standby.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Queryable } from "./database.ts";

/** One answer is reused for all callers within this time. */
const KEPT_MS = 1_000;
/** More than fits into the free space of the tables' pages, so that the disk must have room. */
const FILLER_BYTES = 65_536;
const WRITE = `
insert into write_checks (id, written_at, filler) values ($1, $2, $3)
on conflict (id) do update set written_at = excluded.written_at, filler = excluded.filler`;

export interface WriteCheckParts {
  /** The connections that alerts use. */
  readonly db: Queryable;
  readonly clock: Pick<Clock, "nowMs">;
}

export class WriteCheck {
  readonly #parts: WriteCheckParts;
  #hasFailed = false;
  #askedAtMs = -Infinity;
  #asked: Promise<void> = Promise.resolve();

  constructor(parts: WriteCheckParts) {
    this.#parts = parts;
  }

  /** Call when an alert was committed. */
  succeeded(): void {
    this.#hasFailed = false;
  }

  /** Call when an alert couldn't be committed because of the storage. */
  failed(): void {
    this.#hasFailed = true;
    this.#askedAtMs = -Infinity;
  }

  /**
   * Settles when the storage accepts a write: a small one, or, after an alert couldn't be committed, one that needs new
   * room on the disk.
   * @throws storage errors.
   */
  async check(): Promise<void> {
    const { clock } = this.#parts;
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - this.#askedAtMs) >= KEPT_MS) {
      this.#askedAtMs = nowMs;
      this.#asked = this.#write(new Date(nowMs));
    }
    await this.#asked;
  }

  async #write(at: Date): Promise<void> {
    const isLarge = this.#hasFailed;
    await this.#parts.db.query(WRITE, isLarge ? [1, at, randomBytes(FILLER_BYTES)] : [0, at, null]);
    if (isLarge) this.#hasFailed = false;
  }
}
