/** The statistics of users: what an administrator narrows them by, and how they are sorted. */
import * as z from "zod/mini";
import { SUBSCRIPTION_TYPES } from "./enumerations.ts";
import { moment, soughtText } from "./orders.ts";
import { pageQuery } from "./page.ts";

/** What users are narrowed by. All of it must hold; what is left out or empty narrows nothing. */
export const userStatsFilter = z.object({
  /** A part of the e-mail, the name, the Telegram name or the utm. */
  search: z.optional(soughtText),
  tariff: z.optional(z.union([z.literal(""), z.enum(SUBSCRIPTION_TYPES, "invalid")])),
  /** Signed up then or later. */
  from: z.optional(moment),
  /** Signed up before then. */
  to: z.optional(moment),
});
export type UserStatsFilter = z.infer<typeof userStatsFilter>;

export const USER_STATS_SORTS = [
  "createdDate",
  "email",
  "fullName",
  "expirationPro",
  "countOrders",
  "lastOrderDate",
] as const;
export type UserStatsSort = (typeof USER_STATS_SORTS)[number];

/** The newest users come first unless told otherwise. Who has nothing in a column comes last in it. */
export const userStatsQuery = z.extend(pageQuery, {
  ...userStatsFilter.shape,
  sort: z._default(z.enum(USER_STATS_SORTS, "invalid"), "createdDate"),
  direction: z._default(z.enum(["asc", "desc"], "invalid"), "desc"),
});
export type UserStatsQuery = z.infer<typeof userStatsQuery>;
