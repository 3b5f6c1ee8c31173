import type { ReplayReport, Strategy } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

/** Longer than the API lets a replay take. */
const TIMEOUT_MS = 70_000;

/** Runs a log through a strategy. @throws what the API answered, when it refuses; its errors are keyed `log`. */
export const runReplay =
  (id: Strategy["id"], log: string): Thunk<ReplayReport> =>
  (_, __, { client }) =>
    client.post(`/strategies/${id}/replay`, { log }, TIMEOUT_MS);
