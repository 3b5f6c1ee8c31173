import type { Page, Report, Strategy, StrategyLogEntry, StrategyPosition, StrategySignal } from "@chartrelay/contract";
import type { Thunk } from "../../core/thunk.ts";
import type { Tab } from "./tabs.tsx";

export const ROWS = 20;
/** As many signals as an overview shows. */
export const FEW = 5;

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

/** What a tab shows first. What couldn't be loaded is undefined: its part tries again, and says why if it can't. */
export interface TabContents {
  readonly positions: StrategyPosition[] | undefined;
  readonly signals: Page<StrategySignal> | undefined;
  readonly report: Report | undefined;
  readonly log: Page<StrategyLogEntry> | undefined;
}

/** Loads what a tab shows first, so that the page appears in its final shape. */
export const fetchTab =
  (id: Strategy["id"], tab: Tab): Thunk<TabContents> =>
  async (dispatch) => {
    const on = async <Part>(tabs: readonly Tab[], load: () => Thunk<Part>) =>
      tabs.includes(tab) ? await dispatch(load()).catch(() => undefined) : undefined;
    const [positions, signals, report, log] = await Promise.all([
      on(["overview"], () => fetchPositions(id)),
      on(["overview", "signals"], () => fetchSignals(id, 0, tab === "overview" ? FEW : ROWS)),
      on(["report"], () => fetchReport(id)),
      on(["log"], () => fetchLog(id, 0)),
    ]);
    return { positions, signals, report, log };
  };
