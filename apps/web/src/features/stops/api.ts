import type { Stop, StopPayload } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";

/** Loads the pulls of the kill switch, newest first. @throws what the API answered, when it refuses. */
export const fetchStops =
  (): Thunk<Stop[]> =>
  (_, __, { client }) =>
    client.get("/stops/me/list");

/** Loads them beside what a page is about: undefined if they couldn't be read, which hides nothing else. */
export const tryFetchStops = (): Thunk<Stop[] | undefined> => async (dispatch) => {
  try {
    return await dispatch(fetchStops());
  } catch (error) {
    log.warn("the pulls of the kill switch could not be loaded", error);
    return undefined;
  }
};

/** Pulls the kill switch. It is in force once this resolves; its progress follows. @throws as above. */
export const pullStop =
  (payload: StopPayload): Thunk<Stop> =>
  (_, __, { client }) =>
    client.post("/stops", payload);

/** Lifts a stop. @throws as above. */
export const liftStop =
  ({ id }: Stop): Thunk<unknown> =>
  (_, __, { client }) =>
    client.post(`/stops/${id}/lift`, {});
