import { randomBytes } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { Problem } from "../http/problem.ts";

/** The cost of an argon2id hash: memory in KiB, passes over it, threads. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** From RFC 9106 and OWASP's Password Storage. The library's default is argon2id. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** A flood of logins must leave processors for alerts. */
const HASHES_AT_ONCE = 2;
/** About three seconds of hashing; later requests are refused at once. */
const MAX_WAITING = 64;

export interface Passwords {
  /**
   * Returns the PHC string to store.
   * @throws {Problem} too_many_requests if too many are already waiting.
   */
  hash(password: string): Promise<string>;
  /**
   * Checks a password. Without a stored hash it takes just as long and returns false, so that timing doesn't reveal who
   * exists.
   * @throws {Problem} too_many_requests if too many are already waiting.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /** Whether the stored hash was made with parameters other than the current ones. */
  needsRehash(stored: string): boolean;
}

/** Hashes passwords, two at a time, at the recommended cost. Tests of other things pass a lower cost. */
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

/** Runs tasks first in, first out, `atOnce` at a time; refuses a task if `maxWaiting` are already waiting. */
export function boundedQueue(
  atOnce: number,
  maxWaiting: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= maxWaiting) throw new Problem("too_many_requests");
    // A task that ends passes its slot on, so that nobody overtakes.
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
