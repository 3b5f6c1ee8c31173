/**
 * Closing by hand while a stop is in force. A close is an exit, so a stop lets it pass, unless it is closing the same
 * position: then two orders could sell what is held twice. Both take their place in the same order of closings.
 */
import { ORDER_CHANGED, ORDERS_COMMITTED } from "../orders/index.ts";
import type { Bus } from "../platform/pubsub.ts";
import type { ClosedPosition, ClosingUnderStop, CoveringStop } from "../positions/index.ts";
import { type ClosingOrderParts, type LastClosing, lastClosings, storeClosing } from "./closing-orders.ts";
import { SETTLING_US } from "./scope.ts";

// A stop that could close nothing for a while (its key is dead, the market closed) keeps nobody from other positions.
const COVERING = `
select id as "stopId", level = 'flatten' and (
  (state = 'working' and (scope <> 'strategy' or exists (
    select from strategy_positions where strategy_id = subject_id and account_id = $2 and quantity <> 0)))
  or (state = 'unproven' and exists (
    select from jsonb_array_elements(progress -> 'open') rest
    where rest ->> 'accountId' = $2 and upper(rest ->> 'ticker') = $3))) as "isClosing", scope
from stops
where user_id = $1 and lifted_at is null and (scope <> 'account' or subject_id = $2)
order by requested_at desc`;

interface Covering extends CoveringStop {
  readonly scope: string;
}

/** Whether what was read of the position may be from before that order's fills: then another one would close it twice. */
function isSettling({ status, ageMs }: LastClosing): boolean {
  return status === "NEW" || (status === "CREATED" && ageMs * 1_000 < SETTLING_US);
}

export function createClosingUnderStop(
  parts: ClosingOrderParts & { readonly bus: Pick<Bus, "publish"> },
): ClosingUnderStop {
  const { db, bus } = parts;
  return {
    async covering({ id: accountId, userId }, ticker) {
      const stops = await db.query<Covering>(COVERING, [userId, accountId, ticker.toUpperCase()]);
      // A strategy's stop holds back nothing of its accounts: closing by hand takes an alert's way.
      return stops.find(({ isClosing }) => isClosing) ?? stops.find(({ scope }) => scope !== "strategy");
    },
    async close(stopId, account, message, comment): Promise<ClosedPosition> {
      const { id: accountId, userId } = account;
      const last = async () =>
        (await lastClosings(db, [accountId], userId)).find(
          ({ ticker, strategyId }) => ticker === message.ticker && strategyId === null,
        );
      const before = await last();
      if (before && isSettling(before)) return before;
      const order = {
        account,
        stopId,
        strategyId: null,
        countedIn: null,
        message,
        afterId: before?.id ?? null,
        comment,
      };
      const id = await storeClosing(parts, order);
      if (id !== null) {
        bus.publish(ORDER_CHANGED, { userId, id, isNew: true });
        bus.publish(ORDERS_COMMITTED, [accountId]);
        return { id, status: "NEW" };
      }
      const earlier = await last();
      if (!earlier) throw new Error("the order that closes this position has gone");
      return earlier;
    },
  };
}
