import type { Alert, Page } from "@chartrelay/contract";
import type { TableState } from "../../core/table/table-state.ts";
import { loadInto } from "../../core/load-into.ts";
import { filterQuery } from "../../core/table/filter-query.ts";
import type { AlertFilterName } from "./filters.ts";
import { setAlerts } from "./slice.ts";

type Wanted = Pick<TableState<AlertFilterName>, "page" | "size"> & Partial<TableState<AlertFilterName>>;

/** Loads a page of the user's alerts; `page` is zero-based. */
export const loadAlerts = ({ page, size, filters = {} }: Wanted) =>
  loadInto(async (client) => {
    const read = await client.get<Page<Alert>>("/alerts/me/list", { page, size, ...filterQuery(filters) });
    return { ...read, filters };
  }, setAlerts);
