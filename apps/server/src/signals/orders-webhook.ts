/** POST /orders: turns a posted message into a committed signal with its order. */
import {
  acceptedSignal,
  alertRefusedProblem,
  badMessageProblem,
  parseOrderMessage,
  problemDetails,
  type PostedMessage,
  type Reason,
} from "@chartrelay/contract";
import type { FastifyPluginAsync } from "fastify";
import * as z from "zod";
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
 * unknown_strategy, certificate_required, too_many_alerts and idempotency_key_reused, and storage errors.
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

    // Before all else: what somebody else posts uses up no limit and no key, and moves no chain.
    if (recipient.requiresCertificate && receipt.certificate !== "verified") {
      const tooMany = await limits.overLimitOfUnproven(recipient);
      if (tooMany) throw tooManyAlerts(tooMany);
      throw certificateRequired((await refuse("CERTIFICATE_REQUIRED")).id);
    }
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

/** Builds the answer to a post that came without the proof that its strategy requires; `id` is its signal's. */
function certificateRequired(id: string): Problem {
  return new Problem("certificate_required", { more: () => ({ reason: "CERTIFICATE_REQUIRED" satisfies Reason, id }) });
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
    403: z.union([alertRefusedProblem, problemDetails]),
    404: problemDetails,
    409: problemDetails,
    429: problemDetails,
    503: problemDetails,
  },
} as const;
