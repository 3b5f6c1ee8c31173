/** What a key may do. */
import * as z from "zod";
import { unavailable } from "../not-sent.ts";
import type { Credentials, Rights } from "../venue.ts";
import { objectIn } from "../http/json-object.ts";
import type { Row } from "./error-row.ts";
import type { Host } from "./host.ts";
import { verdictOn } from "./order-answer.ts";
import type { Parameters } from "./signing.ts";

export interface RightsQuestion {
  readonly path: string;
  readonly parameters: Parameters;
  readonly weight: number;
  readonly timeoutMs: number;
  readonly table: readonly Row[];
}

/** Reads the answer to a question about rights; undefined when it doesn't say. */
export type ReadRights = (answer: unknown) => Rights | undefined;

/** The key's own restrictions; the live spot host has them for spot and futures keys alike. */
export const RESTRICTIONS = { path: "/sapi/v1/account/apiRestrictions", parameters: {}, weight: 1 } as const;

const restrictions = z.object({
  enableReading: z.boolean(),
  enableWithdrawals: z.boolean(),
  enableSpotAndMarginTrading: z.boolean(),
  enableFutures: z.boolean(),
  /** Milliseconds since the Unix epoch; missing or zero for a right that doesn't expire. */
  tradingAuthorityExpirationTime: z.nullish(z.number()),
});
export type Restrictions = z.infer<typeof restrictions>;

/** Returns a reader of a key's restrictions; `mayTrade` says which of them is the right to trade here. */
export function readRestrictions(mayTrade: (key: Restrictions) => boolean): ReadRights {
  return (answer) => {
    const { data } = restrictions.safeParse(answer);
    if (!data) return undefined;
    const endsMs = data.tradingAuthorityExpirationTime ?? 0;
    return {
      kind: "granted",
      maySeeOrders: data.enableReading,
      mayTrade: mayTrade(data),
      mayWithdraw: data.enableWithdrawals,
      ...(endsMs > 0 && { expiresAt: new Date(endsMs) }),
    };
  };
}

const account = z.object({ canTrade: z.boolean() });

/**
 * Reads the account of a demo key. Its `canTrade` and `canWithdraw` are the account's, not the key's; a demo account
 * has nothing to withdraw, and a read-only key shows at its first order.
 */
export const readDemoAccount: ReadRights = (answer) => {
  const { data } = account.safeParse(answer);
  return data && { kind: "granted", maySeeOrders: true, mayTrade: data.canTrade, mayWithdraw: false };
};

/**
 * Asks Binance what a key may do.
 * @throws {NotSent} when we can't ask Binance now.
 */
export async function askRights(
  host: Host,
  { table, ...question }: RightsQuestion,
  read: ReadRights,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Rights> {
  const { reply } = await host.send({ method: "GET", purpose: "key-check", ...question }, credentials, signal);
  if (reply.kind !== "answer") throw unavailable();
  const rights = reply.status === 200 ? read(objectIn(reply.text)) : undefined;
  if (rights) return rights;
  const verdict = verdictOn(reply, table);
  return verdict?.kind === "rejected"
    ? { kind: "refused", reason: verdict.reason }
    : { kind: "unclear", cause: `HTTP ${reply.status}` };
}
