/**
 * Limits how many users a client may create, and how often it may check whether an e-mail is taken. Counts per address,
 * per network around it and per mailbox that the e-mail leads to: extra addresses and plus signs cost nothing.
 */
import { tooManyRequests } from "../../platform/http/problem.ts";
import type { Throttle, Throttled, ThrottleRule } from "../../platform/security/throttle.ts";
import { askerOf, isThisMachine, placeOf } from "./places.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Enough for a class of traders behind one address. */
const OF_ONE_ADDRESS: ThrottleRule = {
  freeTries: 20,
  firstWaitMs: MINUTE_MS,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};
const OF_ONE_NETWORK: ThrottleRule = { ...OF_ONE_ADDRESS, freeTries: 100 };
const OF_ONE_MAILBOX: ThrottleRule = {
  freeTries: 10,
  firstWaitMs: 10 * MINUTE_MS,
  longestWaitMs: HOUR_MS,
  forgetAfterMs: 24 * HOUR_MS,
};

export interface SignupTry {
  /**
   * The user was created. Sign-ups from this machine aren't counted: operators create users by script, and behind a
   * proxy that TRUST_PROXY doesn't mention, all requests seem to come from here.
   */
  succeeded(): Promise<void>;
  /** The e-mail is taken: its mailbox has no additional user. */
  refused(): Promise<void>;
}

export interface SignupLimits {
  /** Counts an attempt to sign up. @throws {Problem} too_many_requests. */
  begin(email: string, address: string): Promise<SignupTry>;
}

export function createSignupLimits({ throttle }: { readonly throttle: Throttle }): SignupLimits {
  return {
    async begin(email, address) {
      const ofAddress: Throttled = { subject: `signups from ${askerOf(address)}`, rule: OF_ONE_ADDRESS };
      const ofMailbox: Throttled = { subject: `signups of ${mailboxOf(email)}`, rule: OF_ONE_MAILBOX };
      const isOwn = isThisMachine(address);
      const ofNetwork: Throttled = { subject: `signups around ${placeOf(address)}`, rule: OF_ONE_NETWORK };
      const taken = await throttle.take([ofAddress, ofMailbox, ...(isOwn ? [] : [ofNetwork])]);
      if (taken.kind === "held-up") throw tooManyRequests(taken.waitMs);
      return {
        async succeeded() {
          if (isOwn) await throttle.giveBack(ofAddress);
        },
        refused: () => throttle.giveBack(ofMailbox),
      };
    },
  };
}

/** Domains that ignore dots in the name of a mailbox. */
const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox that an address leads to, for counting: in lower case, without anything after a plus, and at
 * Gmail without dots, which don't matter there (support.google.com/mail/answer/7436150). Nothing is sent to this form
 * of it.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
