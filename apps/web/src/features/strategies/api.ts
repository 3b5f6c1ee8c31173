import type { Stop, Strategy, StrategyEntry, StrategyStanding, StrategyState } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import { fetchStrategies } from "../../core/trading/strategies.ts";
import { log } from "../../lib/log.ts";
import { tryFetchStops } from "../stops/index.ts";

/** The strategies, where each of them stands, and what is stopped. */
export interface Strategies {
  readonly strategies: readonly Strategy[];
  /** By id; undefined if it couldn't be read, which hides nothing else. */
  readonly standing: ReadonlyMap<string, StrategyStanding> | undefined;
  /** Undefined likewise. */
  readonly stops: readonly Stop[] | undefined;
}

/** Loads the user's strategies with what they hold and what stops them. @throws what the API answered, when it refuses. */
export const fetchStanding =
  (): Thunk<Strategies> =>
  async (dispatch, _, { client }) => {
    const [strategies, standing, stops] = await Promise.all([
      dispatch(fetchStrategies()),
      client.get<StrategyStanding[]>("/strategies/me/standing").catch((error: unknown): undefined => {
        log.warn("where the strategies stand could not be loaded", error);
      }),
      dispatch(tryFetchStops()),
    ]);
    return { strategies, standing: standing && new Map(standing.map((each) => [each.id, each])), stops };
  };

/**
 * Saves one strategy, new or changed: those that the request doesn't name stay as they are. Returns all of them.
 * @throws what the API answered, when it refuses; its errors are keyed `0.<field>`.
 */
export const saveStrategy =
  (entry: StrategyEntry): Thunk<Strategy[]> =>
  (_, __, { client }) =>
    client.post("/strategies/me/list", [entry]);

/** Switches a strategy on, or pauses it. @throws what the API answered, when it refuses. */
export const setState =
  (id: string, state: StrategyState): Thunk<unknown> =>
  (_, __, { client }) =>
    client.post(`/strategies/${id}/state`, { state });
