/** POST /orders: turns a posted message into a committed signal with its order. */
import {
  acceptedSignal,
  badMessageProblem,
  parseOrderMessage,
  problemDetails,
  type PostedMessage,
  type Reason,
} from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import type { IntakePriority } from "../cluster/intake-priority.ts";
import { Problem } from "../platform/http/problem.ts";
import type { Accept } from "./accept.ts";
import { badMessage, usedIdProblems } from "./bad-message.ts";
import { refusalOfKey } from "./deduplicate.ts";
import { maskOfMessage } from "./id-mask.ts";
import { type Limits, tooManyAlerts } from "./limits.ts";
import { linkOf, recipientOf, type RecipientParts } from "./recipient.ts";
import { type AcceptedSignal, hashOf, type NewSignal, type Post } from "./signal.ts";
import { type WebhookParts, webhookRoute } from "./webhook.ts";

export interface TakeParts extends RecipientParts {
  readonly accept: Accept;
  readonly limits: Limits;
  readonly intakePriority: Pick<IntakePriority, "arrived">;
}

/** Accepts a post. A bad message is stored too, if it names a known account or strategy. */
export type TakePost = (post: Post) => Promise<AcceptedSignal>;

/**
 * Creates the function that accepts messages for orders. It throws {Problem} bad_message, unknown_account,
 * unknown_strategy, too_many_alerts and idempotency_key_reused, and storage errors.
 */
export function createTakeOrder({ accept, limits, intakePriority, ...parts }: TakeParts): TakePost {
  return async ({ id, body, contentType, idempotencyKey, ...receipt }) => {
    const parsed = parseOrderMessage(body, contentType);
    const { legible, otherFields, repairs, problems } = parsed;
    const named = parsed.strategy ?? parsed.account;
    if (named === undefined) throw badMessage(problems);
    const recipient = await recipientOf(parts, parsed);
    intakePriority.arrived();

    const mask = maskOfMessage(named, body);
    const understood = parsed.message ?? parsed.close ?? parsed.cancel;
    const message = understood && mask.json(understood);
    const change = parsed.position?.isConsistent === false ? undefined : parsed.position;
    const { id: accountId, userId, partition, usedOldId, strategyId } = recipient;
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
      orders: message
        ? await recipient.orders(id, { message, change })
        : await recipient.illegible(id, mask.json(legible)),
      ...(strategyId !== undefined && { strategyId }),
    };
    const refuse = (refusal: Reason, why = problems) => accept({ ...signal, refusal, problems: mask.json(why) });

    const over = await limits.overLimit(recipient);
    if (over) {
      if (over.isToStore) await refuse("TOO_MANY_ALERTS");
      throw tooManyAlerts(over);
    }
    if (!message) throw badMessage(problems, (await refuse("BAD_MESSAGE")).id);
    const refusal = recipient.refusalOf(message);
    // A 2xx, because the user wants it so: TradingView has nothing to report or resend.
    if (refusal !== undefined && !change) return await refuse(refusal);

    const givenKey = idempotencyKey ?? message.id;
    const key = givenKey && mask.text(givenKey);
    const accepted = await accept({
      ...signal,
      idempotencyKey: key,
      repairs: mask.json(repairs),
      ...linkOf(parsed, recipient),
      // What isn't traded is followed all the same: the chain goes on.
      ...(refusal !== undefined && { orders: signal.orders.map((order) => ({ ...order, refusal })) }),
    });
    const usedUp = refusalOfKey(accepted);
    if (usedUp && key !== undefined && (await limits.storesUsedKey(recipient, key))) {
      await refuse(usedUp, idempotencyKey === undefined ? usedIdProblems(parsed, accepted) : []);
    }
    // An equal post gets the first one's answer, as it may be a repeat; a different message under the key can't be one.
    if (accepted.kind === "key-reused") throw new Problem("idempotency_key_reused");
    const { warned } = recipient;
    if (accepted.kind === "inserted" && warned) limits.triggered(warned, `${strategyId ?? ""}${subjectOf(message)}`);
    return accepted;
  };
}

/** Returns what tells a message from those of the account's other alerts. */
function subjectOf(message: PostedMessage): string {
  const { ticker = "" } = message;
  return `${ticker} ${"action" in message ? message.action : message.type}`;
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
    200: acceptedSignal,
    400: badMessageProblem,
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;
