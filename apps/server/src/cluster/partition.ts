import { createHash } from "node:crypto";

export const PARTITIONS = 64;

/** The partition of a lane: the same on every node, for ever, as rows store it. */
export function partitionOf(lane: string): number {
  return createHash("sha256").update(lane).digest().readUInt32BE(0) % PARTITIONS;
}
