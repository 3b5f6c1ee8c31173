import type { Strategy, StrategyEntry, StrategyState, StrategyStanding } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";

/** The strategies, and where each of them stands. */
export interface Strategies {
  readonly strategies: readonly Strategy[];
  /** By id; undefined if it couldn't be read, which hides nothing else. */
  readonly standing: ReadonlyMap<string, StrategyStanding> | undefined;
}

/** Loads the user's strategies. @throws what the API answered, when it refuses. */
export const fetchStrategies =
  (): Thunk<Strategy[]> =>
  (_, __, { client }) =>
    client.get("/strategies/me/list");

/** Loads the user's strategies with what they hold. @throws what the API answered, when it refuses. */
export const fetchStanding =
  (): Thunk<Strategies> =>
  async (dispatch, _, { client }) => {
    const [strategies, standing] = await Promise.all([
      dispatch(fetchStrategies()),
      client.get<StrategyStanding[]>("/strategies/me/standing").catch((error: unknown): undefined => {
        log.warn("where the strategies stand could not be loaded", error);
      }),
    ]);
    return { strategies, standing: standing && new Map(standing.map((each) => [each.id, each])) };
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
