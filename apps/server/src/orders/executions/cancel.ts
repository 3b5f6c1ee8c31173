/**
 * Cancels a working order at its user's request. The call goes to the venue at once, from whichever node was asked, with
 * the key that the order was sent with. What the venue says is kept; reading decides how the order ended.
 */
import type { CancelledOrder, ExecutionState, Reason, VenueName } from "@chartrelay/contract";
import { CALLS_TO_AN_ENVIRONMENT, type Cancellation, type Credentials, isFinal, type Venues } from "@chartrelay/venues";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { StoredCancellation } from "../../platform/db/schema.ts";
import { FairLimiter } from "../../platform/fair-limiter.ts";
import { Problem } from "../../platform/http/problem.ts";
import { venueWordsIn } from "../answer.ts";
import { environmentOf, messageOf, type OrderRow } from "../order.ts";
import { storable } from "../store.ts";
import type { SentKey } from "./keys.ts";

/** Timeout of the call to the venue. */
const CALL_TIMEOUT_MS = 12_000;

const FIND = `
select id, account_id, venue, is_demo, key_version, ticker, direction, type, open, quantity, extras,
  execution_state, venue_order_id
from orders where id = $1 and user_id = $2`;

const STORE = "update orders set cancellation = $2::jsonb where id = $1";

interface Row extends OrderRow {
  readonly execution_state: ExecutionState | null;
  readonly venue_order_id: string | null;
}

export interface CancelParts {
  readonly db: Queryable;
  readonly venues: Venues;
  readonly findKey: (key: SentKey) => Promise<Credentials | Reason>;
  readonly clock: Pick<Clock, "nowUs" | "timeout">;
  /** Called when the venue's answer is stored. */
  readonly onAnswered: (order: { readonly id: string; readonly userId: string; readonly accountId: string }) => void;
}

/** The venue's answer as it is stored. */
export interface CancelAnswer extends StoredCancellation {
  /** How long the venue asked us to wait before the next try, if it said so. */
  readonly retryAfterMs?: number;
}

/**
 * Asks an order's venue to cancel it. Two calls for one order at the same time share one answer. `by` is the cancelling
 * message's row. Returns why the venue wasn't asked, or its answer. @throws storage errors.
 */
export type AskToCancel = (
  userId: string,
  id: string,
  by?: string,
) => Promise<CancelAnswer | "not_found" | "order_not_working">;

/** Creates the function through which every cancellation goes, so that they share the venue's limits. */
export function createAskToCancel(parts: CancelParts): AskToCancel {
  const limiter = new FairLimiter(CALLS_TO_AN_ENVIRONMENT.cancellations);
  const underWay = new Map<string, ReturnType<AskToCancel>>();
  return (userId, id, by) => {
    const name = `${userId} ${id}`;
    const asking = underWay.get(name) ?? ask(parts, limiter, { userId, id, by }).finally(() => underWay.delete(name));
    underWay.set(name, asking);
    return asking;
  };
}

async function ask(
  parts: CancelParts,
  limiter: FairLimiter,
  { userId, id, by }: { readonly userId: string; readonly id: string; readonly by: string | undefined },
): ReturnType<AskToCancel> {
  const { db, clock, onAnswered } = parts;
  const [row] = await db.query<Row>(FIND, [id, userId]);
  if (!row) return "not_found";
  if (row.execution_state === null || isFinal(row.execution_state)) return "order_not_working";
  const answer = await limiter.run(environmentOf({ venue: row.venue, isDemo: row.is_demo }), row.account_id, () =>
    askVenue(parts, userId, row),
  );
  const stored = toStored(answer, clock.nowUs(), by);
  await db.query(STORE, [id, JSON.stringify(stored)]);
  onAnswered({ id, userId, accountId: row.account_id });
  const retryAfterMs = answer.kind === "throttled" ? answer.retryAfterMs : undefined;
  return { ...stored, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

async function askVenue({ venues, findKey, clock }: CancelParts, userId: string, row: Row): Promise<Cancellation> {
  const { account_id: accountId, key_version: keyVersion } = row;
  const venue: VenueName = row.venue;
  const credentials = keyVersion === null ? "KEY_REPLACED" : await findKey({ accountId, userId, keyVersion });
  if (typeof credentials === "string") return { kind: "refused", reason: credentials, response: null };
  const { executions } = venues[venue];
  if (!executions) return { kind: "unknown", cause: "the venue has no cancellation", response: null };
  const order = {
    clientOrderId: row.id,
    message: messageOf(row),
    allowMargin: false,
    venueOrderId: row.venue_order_id,
  };
  return await executions.cancel(order, credentials, clock.timeout(CALL_TIMEOUT_MS));
}

function toStored(answer: Cancellation, at: number, by: string | undefined): StoredCancellation {
  const reason = "reason" in answer ? answer.reason : answer.kind === "unknown" ? "VENUE_UNAVAILABLE" : null;
  const response = storable("response" in answer ? answer.response : null);
  return { outcome: answer.kind, reason, response, at, ...(by !== undefined && { by }) };
}

/**
 * Cancels an order of a user. It throws {Problem} not_found; order_not_working, also if the venue says that nothing is
 * left to cancel; cancel_refused; cancel_unanswered; and storage errors.
 */
export type Cancel = (userId: string, id: string) => Promise<CancelledOrder>;

/** Creates the function behind POST /orders/:id/cancel. */
export function createCancel(askToCancel: AskToCancel): Cancel {
  return async (userId, id) => {
    const answer = await askToCancel(userId, id);
    if (typeof answer === "string") throw new Problem(answer);
    const { outcome, reason, response, retryAfterMs } = answer;
    if (outcome === "accepted") return { id, outcome };
    if (outcome === "over") throw new Problem("order_not_working");
    const more = () => ({ reason, venueWords: venueWordsIn(response) ?? null });
    if (outcome === "refused") throw new Problem("cancel_refused", { more });
    throw new Problem("cancel_unanswered", {
      more,
      ...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1_000) }),
    });
  };
}
