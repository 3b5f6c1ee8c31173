import { createHash } from "node:crypto";

export const PARTITIONS = 64;

/** The partition of a queue: the same on every node, for ever, as rows store it. */
export function partitionOf(queue: string): number {
  return createHash("sha256").update(queue).digest().readUInt32BE(0) % PARTITIONS;
}
