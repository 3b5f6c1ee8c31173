import { randomBytes } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { Problem } from "../http/problem.ts";

/** What one argon2id hash costs: memory in KiB, passes over it, threads. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** RFC 9106 and OWASP's Password Storage. The library's default is argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** A flood of logins must leave processors to the alerts. */
const HASHES_AT_ONCE = 2;
/** About three seconds of hashing; who comes later had better be told at once. */
const MAX_WAITING = 64;

export interface Passwords {
  /**
   * The PHC string to store.
   * @throws {Problem} too_many_requests when too many wait already.
   */
  hash(password: string): Promise<string>;
  /**
   * Compares. Without a stored hash it takes as long as with one and answers false, so that timing doesn't tell who exists.
   * @throws {Problem} too_many_requests when too many wait already.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /** Whether the stored hash was made with other parameters than today's. */
  needsRehash(stored: string): boolean;
}

/** Hashes passwords, two at once, at the recommended cost. Tests that are about something else pass a lower one. */
export async function createPasswords(cost: PasswordCost = PASSWORD_COST): Promise<Passwords> {
  const inTurn = boundedQueue(HASHES_AT_ONCE, MAX_WAITING);
  const nobodysHash = await hash(randomBytes(32), cost);
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: async (stored, password) => {
      const matches = await inTurn(() => verify(stored ?? nobodysHash, password));
      return matches && stored !== undefined;
    },
    needsRehash(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        !stored.startsWith("$argon2id$") ||
        memoryCost !== cost.memoryCost ||
        timeCost !== cost.timeCost ||
        parallelism !== cost.parallelism
      );
    },
  };
}

/** Runs tasks first in, first out, `atOnce` at a time; refuses one when `maxWaiting` wait already. */
export function boundedQueue(
  atOnce: number,
  maxWaiting: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= maxWaiting) throw new Problem("too_many_requests");
    // Who ends hands its place on, so that nobody overtakes.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
