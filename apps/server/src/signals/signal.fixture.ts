/** A signal with one market order, as the webhook's route passes it on. */
import { v7 as uuidv7 } from "uuid";
import { partitionOf } from "../cluster/queue.ts";
import type { Clock } from "../platform/clock.ts";
import { hashOf, type NewSignal } from "./signal.ts";

/** Creates a signal; `body` distinguishes it from others. */
export function signalOf(
  body: string,
  clock: Pick<Clock, "nowUs" | "monotonicMs">,
  { id = uuidv7(), accountId = "account" }: { readonly id?: string; readonly accountId?: string } = {},
): NewSignal {
  const userId = uuidv7();
  const partition = partitionOf(accountId);
  const message = { account: accountId, ticker: "SBER", direction: "BUY", type: "MARKET", contracts: "1" } as const;
  return {
    id,
    userId,
    accountId,
    usedOldId: false,
    body: Buffer.from(body),
    bodyHash: hashOf(body),
    idempotencyKey: undefined,
    partition,
    refusal: undefined,
    orders: [{ id, userId, accountId, venue: "ALOR_BROKER", isDemo: true, partition, message }],
    receivedAtUs: clock.nowUs(),
    receivedAtMonotonicMs: clock.monotonicMs(),
  };
}
