/** One order in full: the posted message, what we made of it, and the latency of each segment. */
import {
  correctionsOf,
  MASKED_ACCOUNT_ID,
  parseOrderMessage,
  type MessageProblem,
  type MessageRepair,
  type OrderCancellation,
  type OrderDetails,
  type OrderFill,
  type Segment,
  type Timeline,
} from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import { and, eq } from "drizzle-orm";
import type { Orm } from "../../platform/db/database.ts";
import { fills, orders, signals, type StoredCancellation } from "../../platform/db/schema.ts";
import { Problem } from "../../platform/http/problem.ts";
import { accountLabels } from "../../accounts/index.ts";
import { strategyLabels } from "../../strategies/index.ts";
import { rulesIn, tickersIn, venueWordsIn } from "../answer.ts";
import { explainProblems, explainRepairs } from "./explain.ts";
import { type OrderListParts, presentOrder, SHOWN, showingIds } from "./list.ts";

/** @throws {Problem} not_found if the user has no such order. */
export async function findOrder(
  parts: OrderListParts,
  userId: string,
  id: string,
  translate: Translate,
): Promise<OrderDetails> {
  const { orm } = parts.database;
  const [found] = await orm
    .select({
      ...SHOWN,
      body: signals.body,
      problems: signals.problems,
      repairs: signals.repairs,
      link: signals.link,
      certificate: signals.certificate,
      extras: orders.extras,
      attempts: orders.attempt,
      cancellation: orders.cancellation,
      sizing: orders.sizing,
      contract: orders.contract,
    })
    .from(orders)
    .leftJoin(signals, eq(signals.id, orders.signalId))
    .leftJoin(accountLabels, eq(accountLabels.id, orders.accountId))
    .leftJoin(strategyLabels, eq(strategyLabels.id, orders.strategyId))
    .where(and(eq(orders.id, id), eq(orders.userId, userId)));
  if (!found) throw new Problem("not_found");
  const { body, problems, repairs, link, certificate, extras, attempts, cancellation, sizing, contract, ...row } =
    found;
  const order = await showingIds(parts)(presentOrder(row));
  const posted = new TextDecoder().decode(body ?? undefined);
  const { responseServerJson: response, timeline } = order;
  const isSent = timeline.sent !== null;
  return {
    ...order,
    execution: order.execution && {
      ...order.execution,
      fills: await findFills(orm, id),
      cancellation: cancellation && presentCancellation(cancellation),
    },
    body: posted,
    verdict: verdictOf(problems, repairs),
    problems: explainProblems(problems ?? [], translate),
    repairs: explainRepairs(repairs ?? [], translate),
    corrections: [
      ...correctionsOf(parseOrderMessage(body ?? new Uint8Array()), {
        posted,
        account: MASKED_ACCOUNT_ID,
        tickers: isSent ? [] : tickersIn(response),
      }),
    ],
    venueWords: (isSent && venueWordsIn(response)) || null,
    link,
    certificate,
    sizing: sizing?.record ?? null,
    contract,
    rules: isSent ? {} : rulesIn(response),
    extras: {
      ...Object.fromEntries(Object.entries(extras ?? {}).map(([field, value]) => [field, String(value)])),
      ...Object.fromEntries((row.otherFields ?? []).map(({ field, value }) => [field, value])),
    },
    attempts,
    legs: segmentsOf(timeline),
  };
}

/** Returns an order's fills, in the order in which they were executed. */
async function findFills(orm: Orm, orderId: string): Promise<OrderFill[]> {
  const rows = await orm.select().from(fills).where(eq(fills.orderId, orderId)).orderBy(fills.executedAt, fills.seq);
  return rows.map(({ tradeId, quantity, price, feeAmount, feeCurrency, executedAt }) => ({
    tradeId,
    quantity,
    price,
    fee: feeAmount,
    feeCurrency,
    at: executedAt,
  }));
}

function presentCancellation({ response, ...cancellation }: StoredCancellation): OrderCancellation {
  return { ...cancellation, venueWords: venueWordsIn(response) ?? null };
}

function verdictOf(
  problems: readonly MessageProblem[] | null,
  repairs: readonly MessageRepair[] | null,
): OrderDetails["verdict"] {
  if (problems !== null && problems.length > 0) return "refused";
  return repairs !== null && repairs.length > 0 ? "repaired" : "ok";
}

function segmentsOf({ received, committed, sent, answered, notified }: Timeline): OrderDetails["legs"] {
  const ends: readonly [Segment, number | null, number | null][] = [
    ["commit", received, committed],
    ["queue", committed, sent],
    ["venue", sent, answered],
    ["notify", answered, notified],
    ["total", received, answered],
  ];
  return ends.flatMap(([leg, from, to]) => (from === null || to === null ? [] : [{ leg, us: to - from }]));
}
