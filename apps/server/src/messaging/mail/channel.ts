/** Mail as a channel of the outbox: one queue per address, a few of them at a time. */
import type { Outcome } from "@chartrelay/contract";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import { SecretUnreadable } from "../../platform/security/secret-box.ts";
import { FairLimiter } from "../../platform/fair-limiter.ts";
import type { Channel } from "../index.ts";
import { UnknownMail, writeMail, type MailSettings } from "./render.ts";
import type { Mailer } from "./send.ts";

/** A mail server blocks clients that open too many connections at once. */
const MAILS_AT_ONCE = { perGroup: 4, perParty: 1 };
/**
 * Retry delays: a server that greylists accepts a sender after a few minutes; one that is down returns within hours.
 */
const RETRY_DELAYS_MS = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000];
/** A server that takes mail without answering has most likely delivered one of this many. */
const MAX_TRIES_IN_DOUBT = 6;

export interface MailChannelOptions {
  readonly mailer: Mailer;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly settings: () => MailSettings;
  /** Called when a mail is resent although an earlier one may have arrived. */
  readonly onRepeat: () => void;
}

export function createMailChannel({ mailer, secretBox, settings, onRepeat }: MailChannelOptions): Channel {
  return {
    limiter: new FairLimiter(MAILS_AT_ONCE),
    async place({ id, kind, data, language, address, attempt, isInDoubt }): Promise<Outcome> {
      let written;
      try {
        written = writeMail(kind, data, language, settings(), secretBox);
      } catch (error) {
        if (!(error instanceof UnknownMail || error instanceof SecretUnreadable)) throw error;
        return { kind: "rejected", reason: "MAIL_REFUSED", response: `not written: ${error.message}` };
      }
      if (isInDoubt) onRepeat();
      const outcome = await mailer.send({ ...written, id, to: address });
      const retryAfterMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1] ?? 0;
      if (outcome.kind === "throttled") return { ...outcome, retryAfterMs };
      if (outcome.kind !== "unknown" || attempt < MAX_TRIES_IN_DOUBT) return outcome;
      return { kind: "rejected", reason: "OUTCOME_UNKNOWN", response: outcome.response };
    },
  };
}
