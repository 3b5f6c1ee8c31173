import type { Account } from "@chartrelay/contract";

export interface AccountState {
  readonly kind:
    | "key_missing"
    | "key_refused"
    | "key_expired"
    | "paused"
    | "key_expires"
    | "chat_problem"
    | "ready"
    | "key_unchecked"
    | "no_chat";
  /** Days until the key expires, counting a day that has begun. */
  readonly days?: number;
}

const DAY_MS = 86_400_000;
/** The same as `expiresSoon` of a key check. */
const SOON_DAYS = 14;

/** Returns what there is to know about an account, most important first: what stops its orders, then what will. */
export function statesOf(account: Account, nowMs: number): AccountState[] {
  const { apiKey, secretKey, keyRefusal, keyCheckedAt, keyExpiresAt, chatProblem, telegramChatId, isPaused } = account;
  const isMissing = apiKey === "" || secretKey === "";
  const days = keyExpiresAt === null ? Infinity : Math.ceil((Date.parse(keyExpiresAt) - nowMs) / DAY_MS);
  const states: AccountState[] = [];
  if (isMissing) states.push({ kind: "key_missing" });
  else if (keyRefusal !== null) states.push({ kind: "key_refused" });
  else if (days <= 0) states.push({ kind: "key_expired" });
  if (isPaused) states.push({ kind: "paused" });
  if (states.length === 0) states.push({ kind: keyCheckedAt === null ? "key_unchecked" : "ready" });
  if (!isMissing && days > 0 && days <= SOON_DAYS) states.push({ kind: "key_expires", days });
  if (chatProblem !== null) states.push({ kind: "chat_problem" });
  else if (telegramChatId === null) states.push({ kind: "no_chat" });
  return states;
}
