/** The alert list and its filters. */
import * as z from "zod/mini";
import { orderFilter } from "./orders.ts";
import { pageQuery } from "./page.ts";

const { status, account, reason, from, to, search, sort } = orderFilter.shape;

/** Same as for orders; `search` matches part of the message. */
export const alertFilter = z.object({ status, account, reason, from, to, search, sort });
export type AlertFilter = z.infer<typeof alertFilter>;

export const alertListQuery = z.extend(pageQuery, alertFilter.shape);
export type AlertListQuery = z.infer<typeof alertListQuery>;
