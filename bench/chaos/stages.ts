/** Stages for seeds: a campaign opens its own, or several campaigns on the same ground share one. */
import { startPostgres } from "../../scripts/test-postgres.ts";
import type { StorageKind } from "../product/storage.ts";
import { Stage } from "./stage.ts";

/** Opens stages and takes them back. */
export interface Stages {
  open(name: string): Promise<Stage>;
  /** `isSound`: every seed on it ran to its end. */
  release(stage: Stage, isSound: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface Ground {
  readonly storage: StorageKind;
  readonly nodes: number;
  /** Whether the nodes reach their database and the venues by way of a network that can be cut. */
  readonly hasNetwork?: boolean;
  /** For the embedded database: one to copy. */
  readonly pgliteTemplate?: string;
}

/** Opens a ground: its stages share a PostgreSQL, if that is their storage. */
export async function openGround({ storage, ...options }: Ground): Promise<Stages> {
  const postgres = storage === "postgres" ? await startPostgres() : undefined;
  return {
    open: (name) => Stage.open(name, { ...options, postgres }),
    release: (stage) => stage.close(),
    close: async () => await postgres?.stop(),
  };
}

/** Shares a ground's stage between campaigns that play one after another: its nodes live on from one to the next. */
export function shared(openStages: () => Promise<Stages>): Stages {
  let opening: Promise<Stages> | undefined;
  let free: Stage | undefined;
  let opened = 0;
  return {
    async open(name) {
      const kept = free;
      free = undefined;
      opened += 1;
      opening ??= openStages();
      return kept ?? (await (await opening).open(`${name}_${opened}`));
    },
    async release(stage, isSound) {
      if (isSound) free = stage;
      else await stage.close();
    },
    async close() {
      await free?.close();
      await (await opening)?.close();
    },
  };
}
