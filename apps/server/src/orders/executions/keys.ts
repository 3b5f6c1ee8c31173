/** The key with which an accepted order is read and cancelled. */
import type { Reason } from "@chartrelay/contract";
import type { Credentials } from "@chartrelay/venues";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { RetryLog } from "../../platform/retry-log.ts";
import { SecretUnreadable } from "../../platform/security/secret-box.ts";

export interface SentKey {
  readonly accountId: string;
  readonly userId: string;
  /** The version of the account's key that the order was sent with. */
  readonly keyVersion: number;
}

/**
 * Returns the key to follow an order with, or why there is none: the key that it was sent with, which only its venue
 * account knows. A newer key of the same venue account (a new token of a portfolio) replaces it, because the old one may
 * have been revoked. Whether the account is paused or deleted doesn't matter: its orders go on at the venue.
 * @throws storage errors.
 */
export async function keyToFollow(
  accounts: Pick<AccountDirectory, "credentialsOf" | "lookup">,
  { accountId, userId, keyVersion }: SentKey,
  log: RetryLog,
): Promise<Credentials | Reason> {
  try {
    const sent = await accounts.credentialsOf({ accountId, userId, keyVersion });
    const account = await accounts.lookup(accountId);
    if (account === undefined || account.keyVersion === keyVersion) return sent ?? "CREDENTIALS_MISSING";
    const current = await accounts.credentialsOf({ accountId, userId, keyVersion: account.keyVersion });
    const isSameAccount = current?.apiKey === sent?.apiKey && current?.isDemo === sent?.isDemo;
    return (isSameAccount ? current : sent) ?? "KEY_REPLACED";
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    log.willRetry(error);
    return "CREDENTIALS_UNREADABLE";
  }
}
