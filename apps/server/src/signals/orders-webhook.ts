/** POST /orders: turns a posted message into a committed signal with its order. */
import {
  acceptedOrder,
  badMessageProblem,
  type CancelMessage,
  isCancel,
  type OrderMessage,
  parseOrderMessage,
  problemDetails,
  type Reason,
  venueMessage,
} from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import type { AccountDirectory } from "../accounts/index.ts";
import { partitionOf } from "../cluster/queue.ts";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Accept } from "./accept.ts";
import { onlyForAccounts } from "./account-messages.ts";
import { badMessage, usedIdProblems } from "./bad-message.ts";
import { refusalOfKey } from "./deduplicate.ts";
import { maskOf } from "./id-mask.ts";
import { type Limits, tooManyAlerts } from "./limits.ts";
import { type AcceptedSignal, hashOf, type NewOrderRow, type NewSignal, type Post } from "./signal.ts";
import { type WebhookParts, webhookRoute } from "./webhook.ts";

export interface TakeParts {
  readonly accept: Accept;
  readonly accounts: Pick<AccountDirectory, "named">;
  readonly limits: Limits;
  readonly intakePriority: Pick<IntakePriority, "arrived">;
}

/** Accepts a post. A bad message is stored too, if it names a known account. */
export type TakePost = (post: Post) => Promise<AcceptedSignal>;

/**
 * Creates the function that accepts messages for orders.
 * It throws {Problem} bad_message, unknown_account, too_many_alerts and idempotency_key_reused, and storage errors.
 */
export function createTakeOrder({ accept, accounts, limits, intakePriority }: TakeParts): TakePost {
  return async ({ id, body, contentType, idempotencyKey, ...receipt }) => {
    const parsed = onlyForAccounts(parseOrderMessage(body, contentType));
    const { account: named, legible, otherFields, repairs, problems } = parsed;
    const message = parsed.message ? venueMessage(parsed.message, parsed.message) : parsed.cancel;
    if (named === undefined) throw badMessage(problems);
    const found = await accounts.named(named);
    if (!found) throw new Problem("unknown_account");
    intakePriority.arrived();
    const { account, usedOldId } = found;

    const { id: accountId, userId, venue, isDemo } = account;
    const partition = partitionOf(accountId);
    const mask = maskOf(named);
    // A signal to one account makes one order, which has the signal's id: the id in the answer names both.
    const own = { id, userId, accountId, venue, isDemo, partition };
    const order: NewOrderRow = {
      ...own,
      ...(message ? { message: mask.json(message) } : { message, legible: mask.json(legible) }),
    };
    const signal: NewSignal = {
      id,
      userId,
      accountId,
      usedOldId,
      partition,
      ...receipt,
      body: mask.body(body),
      bodyHash: hashOf(body),
      idempotencyKey: undefined,
      otherFields: mask.json(otherFields),
      refusal: undefined,
      orders: [order],
    };
    const refuse = (refusal: Reason, why = problems) => accept({ ...signal, refusal, problems: mask.json(why) });

    const over = await limits.overLimit(account);
    if (over) {
      if (over.isToStore) await refuse("TOO_MANY_ALERTS");
      throw tooManyAlerts(over);
    }
    if (!message) throw badMessage(problems, (await refuse("BAD_MESSAGE")).id);
    if (account.isStopped && !isCancel(message)) return await refuse("STOPPED");
    // A 2xx, because the user paused it: TradingView has nothing to report or resend.
    if (account.isPaused) return await refuse("ACCOUNT_PAUSED");

    const givenKey = idempotencyKey ?? message.id;
    const key = givenKey && mask.text(givenKey);
    const accepted = await accept({ ...signal, idempotencyKey: key, repairs: mask.json(repairs) });
    const usedUp = refusalOfKey(accepted);
    if (usedUp && key !== undefined && (await limits.storesUsedKey(account, key))) {
      await refuse(usedUp, idempotencyKey === undefined ? usedIdProblems(parsed, accepted) : []);
    }
    // An equal post gets the first one's answer, as it may be a repeat; a different message under the key can't be one.
    if (accepted.kind === "key-reused") throw new Problem("idempotency_key_reused");
    if (accepted.kind === "inserted") limits.triggered(account, subjectOf(message));
    return accepted;
  };
}

/** Returns what tells a message from those of the account's other alerts. */
function subjectOf(message: OrderMessage | CancelMessage): string {
  const { ticker = "" } = message;
  return `${ticker} ${isCancel(message) ? message.action : message.type}`;
}

/** POST /orders for TradingView. */
export function ordersWebhook(take: TakePost, parts: WebhookParts): FastifyPluginAsync {
  return webhookRoute({ path: "/orders", schema: SCHEMA, take }, parts);
}

const SCHEMA = {
  summary: "Takes a TradingView alert in as an order",
  description: "The body is the message of the alert. A 2xx means that it is stored.",
  tags: ["alerts"],
  response: {
    200: acceptedOrder,
    400: badMessageProblem,
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;
