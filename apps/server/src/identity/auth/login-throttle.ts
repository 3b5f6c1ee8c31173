/**
 * Guards passwords against guessing without letting a guesser lock their owner out (docs/security.md, Sources). Counts
 * attempts on an e-mail from one address, on an e-mail from everywhere, and from one address on all e-mails. Attempts
 * elsewhere don't throttle a place where the owner has signed in. E-mails without an account are counted alike.
 */
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { tooManyAttempts } from "../../platform/http/problem.ts";
import type { Throttle, Throttled, ThrottleRule } from "../../platform/security/throttle.ts";
import { askerOf, isKnownPlace, placeOf } from "./places.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Enough for somebody who forgot which of their passwords it was. */
const FROM_ONE_ADDRESS: ThrottleRule = {
  freeTries: 10,
  firstWaitMs: 30_000,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: DAY_MS,
};
/** NIST SP 800-63B allows at most 100 failures in a row; with these limits it takes two months to get there. */
const FROM_EVERYWHERE: ThrottleRule = {
  freeTries: 30,
  firstWaitMs: 30_000,
  longestWaitMs: DAY_MS,
  forgetAfterMs: 7 * DAY_MS,
};
/** One address may be a whole office, but it can't try one password on many e-mails faster than this. */
const OF_ONE_ADDRESS: ThrottleRule = {
  freeTries: 100,
  firstWaitMs: 30_000,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};

export interface LoginAttempt {
  /** Call once the password, and the code if needed, were right. Without this call the attempt counts as a failure. */
  succeeded(): Promise<void>;
}

export interface LoginThrottle {
  /** @throws {Problem} too_many_attempts, for known and unknown e-mails alike. */
  begin(email: string, address: string): Promise<LoginAttempt>;
  /** Resets the counts of a user who proved that they own the mailbox, those from that address too. */
  forgive(email: string, address: string): Promise<void>;
}

export interface LoginThrottleParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Clock;
  readonly throttle: Throttle;
}

export function createLoginThrottle({ database: { orm }, clock, throttle }: LoginThrottleParts): LoginThrottle {
  const everywhere = (email: string): Throttled => ({ subject: `login ${email}`, rule: FROM_EVERYWHERE });
  const fromHere = (email: string, asker: string): Throttled => ({
    subject: `login ${email} from ${asker}`,
    rule: FROM_ONE_ADDRESS,
  });
  return {
    async begin(email, address) {
      const asker = askerOf(address);
      const here = fromHere(email, asker);
      const ofAddress: Throttled = { subject: `logins from ${asker}`, rule: OF_ONE_ADDRESS };
      const isKnown = await isKnownPlace(orm, email, placeOf(address), new Date(clock.nowMs()));
      const taken = await throttle.take([here, ofAddress, ...(isKnown ? [] : [everywhere(email)])]);
      if (taken.kind === "held-up") throw tooManyAttempts(taken.waitMs);
      return {
        succeeded: async () => {
          await throttle.clear([here, everywhere(email)]);
          await throttle.giveBack(ofAddress);
        },
      };
    },
    forgive: (email, address) => throttle.clear([everywhere(email), fromHere(email, askerOf(address))]),
  };
}
