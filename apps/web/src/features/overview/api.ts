import type { Overview } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** Loads today at a glance; today began at the reader's own midnight. */
export const fetchOverview =
  (): Thunk<Overview> =>
  (_, __, { client }) =>
    client.get("/users/me/overview", { tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
