import type { OrderCost, Page, Report } from "@chartrelay/contract";
import { filterQuery } from "../../core/table/filter-query.ts";
import type { TableState } from "../../core/table/table-state.ts";
import type { Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { reportQuery, type ReportFilterName } from "./filters.ts";

/** What the page shows; undefined where it couldn't be loaded. */
export interface Reports {
  readonly report: Report | undefined;
  /** One page of the orders. */
  readonly orders: Page<OrderCost> | undefined;
  /** Why something couldn't be loaded. */
  readonly failure?: unknown;
}

/** Loads a report and a page of its orders. */
export const loadReports =
  ({ page, size, filters }: TableState<ReportFilterName>): Thunk<Reports> =>
  async (_, __, { client }) => {
    let failure: unknown;
    const orNothing = (error: unknown): undefined => {
      log.warn("a report could not be loaded", error);
      failure = error;
    };
    const [report, orders] = await Promise.all([
      client.get<Report>("/reports/me", reportQuery(filters)).catch(orNothing),
      client.get<Page<OrderCost>>("/reports/me/orders", { page, size, ...filterQuery(filters) }).catch(orNothing),
    ]);
    return { report, orders, failure };
  };
