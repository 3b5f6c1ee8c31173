/** Named sets of filters of the order and alert lists, which a trader finds again on every device. */
import * as z from "zod/mini";
import { alertFilter } from "./alerts.ts";
import { FILTERED_LISTS, PERIODS, SAVED_FILTER_NAME_MAX_LENGTH } from "./filters.ts";
import { choice, orderFilter, reasonNames } from "./orders.ts";

const day = z.optional(z.union([z.literal(""), z.iso.date("invalid")]));
/** The filters whose form in a page's address isn't the API's: days instead of moments. */
const ofAddress = { reason: z.optional(reasonNames), period: choice(PERIODS), from: day, to: day };

/** What a saved filter sets, by the names in the address of the list's page. At least one of them must be set. */
const FILTERS = {
  orders: z.object({ ...orderFilter.shape, ...ofAddress }),
  alerts: z.object({ ...alertFilter.shape, ...ofAddress }),
};
const isSet = z.refine<object>((filters) => Object.values(filters).some(Boolean), "required");

const name = z
  .string("required")
  .check(
    z.trim(),
    z.minLength(1, "required"),
    z.maxLength(SAVED_FILTER_NAME_MAX_LENGTH, "too_long"),
    z.regex(/^\P{Cc}*$/u, "invalid"),
  );
/** Without an id it is stored under its name, and replaces what had that name; with one, that filter is changed. */
const id = z.optional(z.uuid("invalid"));

export const savedFilterPayload = z.discriminatedUnion("list", [
  z.object({ id, list: z.literal("orders"), name, filters: FILTERS.orders.check(isSet) }),
  z.object({ id, list: z.literal("alerts"), name, filters: FILTERS.alerts.check(isSet) }),
]);
export type SavedFilterPayload = z.infer<typeof savedFilterPayload>;

export const savedFilter = z.object({
  id: z.string(),
  list: z.enum(FILTERED_LISTS),
  name: z.string(),
  filters: z.record(z.string(), z.string()),
});
export type SavedFilter = z.infer<typeof savedFilter>;
