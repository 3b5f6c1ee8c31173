/**
 * Finds out what the relay would do with a valid message, using the relay's own checks: the account's state, the use of
 * the message's id, the key, and the adapter's checks before a send. Sends nothing and stores nothing.
 */
import type { ParsedOrderMessage, Reason } from "@chartrelay/contract";
import type { Venues } from "@chartrelay/venues";
import type { Clock } from "../platform/clock.ts";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import { hashOf, maskOf, refusalOfKey, type AcceptedSignal, type KeyedPost } from "../signals/index.ts";
import { keyToSend, refusalToSend } from "../orders/index.ts";
import { askVenue, type Objection, type VenuesWord } from "./ask-venue.ts";
import type { RetryLog } from "../platform/retry-log.ts";

export interface DryRunParts {
  readonly venues: Venues;
  readonly accounts: Pick<AccountDirectory, "credentialsOf">;
  /** Returns the order that used an alert's key, if the key isn't free. */
  readonly useOfKey: (alert: KeyedPost) => Promise<AcceptedSignal | undefined>;
  readonly clock: Pick<Clock, "nowMs" | "monotonicMs">;
  readonly log: RetryLog;
}

export interface DryRun extends Omit<VenuesWord, "objections" | "unchecked"> {
  /** In the order in which the relay would run into them: the first decides. */
  readonly objections: readonly (Objection | UsedId)[];
  /** The order of an equal message that is so recent that this one would count as its resend. */
  readonly resendOf?: AcceptedSignal;
  readonly unchecked?: Unchecked | undefined;
}

/** The message's id was used before. */
export interface UsedId extends Objection {
  readonly usedBy: AcceptedSignal;
}

/**
 * Why the venue wasn't asked, or didn't answer. For an order without objections: what the venue checks only when an
 * order is placed. That is the money if the venue has tried the order, and otherwise its limits and hours, too.
 */
export type Unchecked = Reason | "MONEY_UNTRIED" | "ORDER_UNTRIED";

/**
 * Creates the function that takes a message through the relay's steps up to the send. It throws only storage errors.
 */
export function createDryRun(
  parts: DryRunParts,
): (account: LinkedAccount, parsed: ParsedOrderMessage, body: Uint8Array) => Promise<DryRun> {
  const { accounts, clock, log } = parts;

  async function useOfId(
    { id: accountId, isPaused }: LinkedAccount,
    { account: named, problems, fields: { id } }: ParsedOrderMessage,
    body: Uint8Array,
  ): Promise<AcceptedSignal | undefined> {
    // Bad alerts and those of a paused account are refused earlier, and use up no id.
    if (named === undefined || id === undefined || isPaused || problems.length > 0) return undefined;
    return await parts.useOfKey({
      accountId,
      bodyHash: hashOf(body),
      idempotencyKey: maskOf(named).text(id),
      receivedAtMonotonicMs: clock.monotonicMs(),
    });
  }

  return async (account, parsed, body) => {
    const usedBy = await useOfId(account, parsed, body);
    const code = usedBy && refusalOfKey(usedBy);
    if (usedBy && !code) return { objections: [], resendOf: usedBy };
    const objections: (Objection | UsedId)[] = code ? [{ field: "id", code, usedBy }] : [];
    const refusal = refusalToSend({ isDemo: account.isDemo, keyVersion: null }, account, clock.nowMs());
    // A key that may withdraw isn't used for any call.
    const { keyRefusal } = account;
    const key = keyRefusal === "KEY_MAY_WITHDRAW" ? keyRefusal : await keyToSend(accounts, account, log);
    const reason = refusal ?? (typeof key === "string" ? key : null);
    if (reason !== null) objections.push({ field: "account", code: reason });
    if (typeof key === "string") return { objections, unchecked: key };
    const venue = parts.venues[account.venue];
    const answer = await askVenue(venue, account, parsed, key, log);
    const untried = parsed.message && venue.triesOrders ? "MONEY_UNTRIED" : "ORDER_UNTRIED";
    // Nothing of a cancellation is left to try.
    const isTaken = !parsed.cancel && parsed.problems.length + objections.length + answer.objections.length === 0;
    return { unchecked: isTaken ? untried : undefined, ...answer, objections: [...objections, ...answer.objections] };
  };
}
