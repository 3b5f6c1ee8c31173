/**
 * Keeps the embedded database from filling its disk. When PostgreSQL's log finds no room for its next 16 MiB, a server ends
 * itself; PGlite's next commit runs in a circle for ever, and the whole process with it, even once there is room again.
 */
import { statfsSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";

/** Four pieces of the log: more than what is under way may still write. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** What another program of this disk left free, in bytes, for whoever isn't its superuser. */
export function freeBytesAt(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** @throws {Error} that counts as a failure of the storage (PostgreSQL's 53100, disk_full) when less is free than is needed. */
export function checkRoom(freeBytes: () => number): void {
  if (freeBytes() >= LEAST_FREE_BYTES) return;
  throw Object.assign(new Error("less than 64 MiB are free on the embedded database's disk"), { code: "53100" });
}

/** The client, refusing all work as long as there is too little room. */
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
