/** The accounts to post to. Most are paused, so their orders end once stored; the rest go on to the venue. */
import { newKeys, registrationsOf } from "../product/venue-keys.ts";
import { signUp } from "../product/trader.ts";
import type { Ground, Product } from "../cases/ground.ts";

const ACCOUNTS = 20;
/** One post in so many goes to the account that isn't paused. */
export const TRADING_SHARE = 20;

/** Signs up a trader and pauses all accounts but the first. */
export async function openAccounts({ sandbox }: Ground, { origin }: Product): Promise<readonly string[]> {
  const keys = newKeys("fuzz", ACCOUNTS, ["ALOR_BROKER"]);
  sandbox.register(...registrationsOf(keys));
  const { accounts, token } = await signUp(origin, "fuzz", keys);
  const paused = accounts.slice(1).map((id) => ({ id, isPaused: true }));
  const response = await fetch(`${origin}/api/v1/accounts/me/list`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(paused),
  });
  if (!response.ok) throw new Error(`pausing the accounts answered ${response.status}: ${await response.text()}`);
  return accounts;
}
