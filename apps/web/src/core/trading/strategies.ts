import type { Strategy } from "@chartrelay/contract";
import type { Thunk } from "../thunk.ts";

/** Loads the user's strategies. @throws what the API answered, when it refuses. */
export const fetchStrategies =
  (): Thunk<Strategy[]> =>
  (_, __, { client }) =>
    client.get("/strategies/me/list");
