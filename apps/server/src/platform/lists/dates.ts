/** Filters a list by date. Milestones avoid reading rows that are certainly too old or too new. */
import { and, gte, lt, sql, type SQL } from "drizzle-orm";
import { milestones } from "../db/schema.ts";
import { nameOf, type ListTable } from "./page.ts";

/** The order of receipt and the order of `seq` may differ by this much. */
export const DISORDER_US = 60_000_000;

/** Returns the condition "received at `moment` or later". */
export function receivedFrom(list: ListTable, userId: string, moment: string): SQL | undefined {
  const us = microsOf(moment);
  const earlier = sql`(select max(seq) from ${milestones}
    where user_id = ${userId} and list = ${nameOf(list)} and received_at < ${us - DISORDER_US})`;
  return and(gte(list.receivedAt, us), sql`${list.seq} > coalesce(${earlier}, 0)`);
}

/** Returns the condition "received before `moment`". */
export function receivedBefore(list: ListTable, userId: string, moment: string): SQL | undefined {
  const us = microsOf(moment);
  const later = sql`(select min(seq) from ${milestones}
    where user_id = ${userId} and list = ${nameOf(list)} and received_at > ${us + DISORDER_US})`;
  return and(lt(list.receivedAt, us), sql`${list.seq} < coalesce(${later}, 9223372036854775807)`);
}

function microsOf(moment: string): number {
  return new Date(moment).getTime() * 1_000;
}
