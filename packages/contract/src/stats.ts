/** The user statistics: the administrator's filters and sort orders. */
import * as z from "zod/mini";
import { SUBSCRIPTION_TYPES } from "./enumerations.ts";
import { moment, soughtText } from "./orders.ts";
import { pageQuery } from "./page.ts";

/** Filters of the user list; a user must match all of them. A filter that is missing or empty has no effect. */
export const userStatsFilter = z.object({
  /** Part of the e-mail, the name, the Telegram name or the utm. */
  search: z.optional(soughtText),
  tariff: z.optional(z.union([z.literal(""), z.enum(SUBSCRIPTION_TYPES, "invalid")])),
  /** Signed up at this time or later. */
  from: z.optional(moment),
  /** Signed up before this time. */
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

/** Newest users first by default. Users without a value in the sorted column come last. */
export const userStatsQuery = z.extend(pageQuery, {
  ...userStatsFilter.shape,
  sort: z._default(z.enum(USER_STATS_SORTS, "invalid"), "createdDate"),
  direction: z._default(z.enum(["asc", "desc"], "invalid"), "desc"),
});
export type UserStatsQuery = z.infer<typeof userStatsQuery>;
