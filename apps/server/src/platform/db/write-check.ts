/** Whether an alert could be committed now. A storage may answer and take no writes: its disk is full, or it is a standby. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Queryable } from "./database.ts";

/** One answer serves everybody who asks within this time. */
const KEPT_MS = 1_000;
/** More than fits into the room that is left in the tables' pages, so that the disk must have some. */
const FILLER_BYTES = 65_536;
const WRITE = `
insert into write_checks (id, written_at, filler) values ($1, $2, $3)
on conflict (id) do update set written_at = excluded.written_at, filler = excluded.filler`;

export interface WriteCheckParts {
  /** The connections that an alert takes. */
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

  /** An alert was committed. */
  succeeded(): void {
    this.#hasFailed = false;
  }

  /** An alert could not be committed for the storage's sake. */
  failed(): void {
    this.#hasFailed = true;
    this.#askedAtMs = -Infinity;
  }

  /**
   * Settles when the storage takes a write. A small one is enough, until an alert could not be committed: then one that
   * needs new room on the disk.
   * @throws whatever the storage throws.
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
