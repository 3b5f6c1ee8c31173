/**
 * Keeps the embedded database from filling its disk. When the write-ahead log has no room for its next 16 MiB, a
 * PostgreSQL server shuts down; PGlite's next commit loops forever and blocks the whole process, even once there is
 * room again.
 */
import { statfsSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";

/** Four segments of the log: more than writes in flight can need. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Returns the free bytes on the directory's disk that are available without superuser rights. */
export function freeBytesAt(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** @throws {Error} that counts as a storage failure (PostgreSQL's 53100, disk_full) if too little space is free. */
export function checkRoom(freeBytes: () => number): void {
  if (freeBytes() >= LEAST_FREE_BYTES) return;
  throw Object.assign(new Error("less than 64 MiB are free on the embedded database's disk"), { code: "53100" });
}

/** Wraps the client so that it refuses all work while there is too little room. */
export function whileThereIsRoom(client: PGlite, freeBytes: () => number): PGlite {
  const guarded = new Set<string | symbol>(["query", "transaction"] satisfies (keyof PGlite)[]);
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "constructor") return value;
      return (...given: unknown[]): unknown => {
        if (guarded.has(name)) checkRoom(freeBytes);
        return value.apply(target, given);
      };
    },
  });
}
