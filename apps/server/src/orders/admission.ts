/** Whether an order may be sent now, as its account stands: whatever the account was when the alert came. */
import type { Reason } from "@chartrelay/contract";
import type { Credentials } from "@chartrelay/venues";
import { SecretUnreadable } from "../platform/security/secret-box.ts";
import type { AccountDirectory, LinkedAccount } from "../accounts/index.ts";
import type { RetryLog } from "../platform/retry-log.ts";

/**
 * Why an order isn't sent any more; null when it may be. `account` is as it stands now, undefined when it is gone.
 * - What was accepted for one environment is never sent to the other.
 * - What may have been sent with one key (`keyVersion`) is never sent with another: the other one's venue account wouldn't
 *   recognise it.
 */
export function refusalToSend(
  { isDemo, keyVersion }: { readonly isDemo: boolean; readonly keyVersion: number | null },
  account: LinkedAccount | undefined,
  nowMs: number,
): Reason | null {
  if (!account) return "ACCOUNT_DELETED";
  if (account.isDemo !== isDemo) return isDemo ? "ACCEPTED_FOR_DEMO" : "ACCEPTED_FOR_LIVE";
  if (account.isPaused) return "ACCOUNT_PAUSED";
  if (keyVersion !== null && keyVersion !== account.keyVersion) return "KEY_REPLACED";
  // Of all that a check of the key may find, the rest is the venue's to say, and may have changed since.
  if (account.keyRefusal === "KEY_MAY_WITHDRAW") return "KEY_MAY_WITHDRAW";
  if (!account.isDemo && !isAfter(account.proUntil, nowMs)) return "LIVE_NEEDS_PRO";
  return null;
}

/**
 * The key that an account's orders are sent with now, or why none can be sent.
 * @throws whatever the storage throws.
 */
export async function keyToSend(
  accounts: Pick<AccountDirectory, "credentialsOf">,
  { id: accountId, userId, keyVersion }: Pick<LinkedAccount, "id" | "userId" | "keyVersion">,
  log: RetryLog,
): Promise<Credentials | Reason> {
  try {
    return (await accounts.credentialsOf({ accountId, userId, keyVersion })) ?? "CREDENTIALS_MISSING";
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.willRetry(error);
    return "CREDENTIALS_UNREADABLE";
  }
}

function isAfter(moment: Date | null, nowMs: number): boolean {
  return moment !== null && moment.getTime() > nowMs;
}
