/**
 * Guards passwords against guessing without letting a guesser lock their owner out (docs/security.md, Sources).
 * Three counts: of an e-mail from one address, of an e-mail from everywhere, and of an address against all e-mails. A place
 * from where the owner has signed in isn't held up by what others try elsewhere. E-mails that nobody has are counted alike.
 */
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { tooManyAttempts } from "../../platform/http/problem.ts";
import type { Throttle, Throttled, ThrottleRule } from "../../platform/security/throttle.ts";
import { askerOf, isKnownPlace, placeOf } from "./places.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Somebody who forgot which of their passwords it was. */
const FROM_ONE_ADDRESS: ThrottleRule = {
  freeTries: 10,
  firstWaitMs: 30_000,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: DAY_MS,
};
/** NIST SP 800-63B asks for no more than 100 failures in a row: with these it takes two months to get there. */
const FROM_EVERYWHERE: ThrottleRule = {
  freeTries: 30,
  firstWaitMs: 30_000,
  longestWaitMs: DAY_MS,
  forgetAfterMs: 7 * DAY_MS,
};
/** One address may be a whole office; it tries one password on many e-mails no faster than this. */
const OF_ONE_ADDRESS: ThrottleRule = {
  freeTries: 100,
  firstWaitMs: 30_000,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};

export interface LoginAttempt {
  /** The password, and the code where one is needed, were right. An attempt that never gets here stays counted as a failure. */
  succeeded(): Promise<void>;
}

export interface LoginThrottle {
  /** @throws {Problem} too_many_attempts, for known and unknown e-mails alike. */
  begin(email: string, address: string): Promise<LoginAttempt>;
  /** Whoever proved to own the mailbox starts afresh, from that address too. */
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
