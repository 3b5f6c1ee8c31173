import type { Page, Report, Strategy, StrategyLogEntry, StrategyPosition, StrategySignal } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";

export const ROWS = 20;

/** Loads one page of a strategy's signals, newest first. @throws what the API answered, when it refuses. */
export const fetchSignals =
  (id: Strategy["id"], page: number, size: number): Thunk<Page<StrategySignal>> =>
  (_, __, { client }) =>
    client.get(`/strategies/${id}/signals`, { page, size });

/** Loads what a strategy holds in each of its accounts. @throws as above. */
export const fetchPositions =
  (id: Strategy["id"]): Thunk<StrategyPosition[]> =>
  (_, __, { client }) =>
    client.get(`/strategies/${id}/positions`);

/** Loads one page of what happened to a strategy beside its signals, newest first. @throws as above. */
export const fetchLog =
  (id: Strategy["id"], page: number): Thunk<Page<StrategyLogEntry>> =>
  (_, __, { client }) =>
    client.get(`/strategies/${id}/log`, { page, size: ROWS });

/** Loads what a strategy's fills of the last days brought and cost. @throws as above. */
export const fetchReport =
  (id: Strategy["id"]): Thunk<Report> =>
  (_, __, { client }) =>
    client.get(`/strategies/${id}/report`, { tz: new Intl.DateTimeFormat().resolvedOptions().timeZone });
