import type { Alert, Page, PageQuery } from "@chartrelay/contract";
import { loadInto } from "../../core/thunk.ts";
import { setAlerts } from "./slice.ts";

/** Loads a page of the user's alerts; `page` is zero-based. */
export const loadAlerts = ({ page, size }: PageQuery) =>
  loadInto<Page<Alert>>((client) => client.get("/alerts/me/list", { page, size }), setAlerts);
