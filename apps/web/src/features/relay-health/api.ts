import type { RelayHealth } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** Loads the relay's health over the last `minutes`. @throws what the API answered, when it refuses. */
export const fetchRelayHealth =
  (minutes: number): Thunk<RelayHealth> =>
  (_, __, { client }) =>
    client.get("/admin/relay", { minutes });
