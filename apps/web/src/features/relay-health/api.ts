import type { RelayHealth } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** How the relay is doing, over the last `minutes`. @throws what the API answered, when it refuses. */
export const fetchRelayHealth =
  (minutes: number): Thunk<RelayHealth> =>
  (_, __, { client }) =>
    client.get("/admin/relay", { minutes });
