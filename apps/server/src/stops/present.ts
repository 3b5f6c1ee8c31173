/** A stop as the API and chats show it. */
import type { NamedAccount, Stop } from "@chartrelay/contract";
import { type AccountDirectory, showingAccountIds } from "../accounts/index.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { StrategyDirectory } from "../strategies/index.ts";
import type { ListedStop, OpenRest } from "./stop-row.ts";

export interface PresentStopParts {
  readonly database: Queryable;
  readonly accounts: Pick<AccountDirectory, "webhookIdOf">;
  readonly strategies: Pick<StrategyDirectory, "strategyIdOf">;
}

const NAMES = `
select id, name, venue as exchange, key_ending as "keyEnding", is_demo as "isDemo" from accounts where id = any($1::text[])
union all
select id, name, venue, key_ending, is_demo from former_accounts where id = any($1::text[])`;

/** Creates the function that shows a stop to its user: ids are those by which messages name things. */
export function createPresentStop({
  database,
  accounts,
  strategies,
}: PresentStopParts): (stop: ListedStop) => Promise<Stop> {
  async function namesOf(open: readonly OpenRest[]): Promise<Map<string, NamedAccount>> {
    const ids = [...new Set(open.map(({ accountId }) => accountId))];
    const rows = ids.length === 0 ? [] : await database.query<NamedAccount & { id: string }>(NAMES, [ids]);
    return new Map(rows.map(({ id, ...name }) => [id, name]));
  }

  return async (stop) => {
    const { id, scope, subjectId, level, state, requestedAt, provenAt, liftedAt, progress } = stop;
    const names = await namesOf(progress.open);
    const shown = showingAccountIds(accounts);
    return {
      id,
      scope,
      subjectId:
        subjectId === null
          ? null
          : await (scope === "strategy" ? strategies.strategyIdOf(subjectId) : accounts.webhookIdOf(subjectId)),
      subjectName: stop.subjectName,
      level,
      state,
      requestedAt: instant(requestedAt),
      tookMs: provenAt === null ? null : Math.round((provenAt - requestedAt) / 1_000),
      liftedAt: liftedAt === null ? null : instant(liftedAt),
      cancelledOrders: stop.cancelledOrders,
      closedPositions: stop.closedPositions,
      open: await Promise.all(
        progress.open.flatMap((rest) => {
          const name = names.get(rest.accountId);
          return name ? [shown({ ...name, ...rest })] : [];
        }),
      ),
    };
  };
}

const instant = (micros: number): string => new Date(micros / 1_000).toISOString();
