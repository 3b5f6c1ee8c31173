/** What the storage holds of a strategy. */
import type { TestServer } from "../../test/server.ts";
import type { Strategist } from "../../test/strategist.ts";

export interface SignalRow {
  readonly id: string;
  readonly verdict: string | null;
  readonly missed: string | null;
  readonly heldMs: number | null;
}

export interface OrderRow {
  readonly id: string;
  readonly signalId: string;
  readonly accountId: string;
  readonly stage: string;
  readonly status: string;
  readonly reason: string | null;
  readonly kind: string | null;
  readonly to: string | null;
}

type Of = Pick<Strategist, "strategyId">;

/** Returns a strategy's signals, oldest first. */
export const signalsOf = ({ parts: { database } }: TestServer, { strategyId }: Of) =>
  database.query<SignalRow>(
    `select id, link ->> 'verdict' as verdict, link ->> 'missed' as missed, (link ->> 'heldMs')::float as "heldMs"
     from signals where strategy_id = $1 order by seq`,
    [strategyId],
  );

/** Returns a strategy's orders in the order of their queues. */
export const ordersOf = ({ parts: { database } }: TestServer, { strategyId }: Of) =>
  database.query<OrderRow>(
    `select id, signal_id as "signalId", account_id as "accountId", stage, status, reason, instruction ->> 'kind' as kind,
       instruction ->> 'to' as to
     from orders where strategy_id = $1 order by seq`,
    [strategyId],
  );
