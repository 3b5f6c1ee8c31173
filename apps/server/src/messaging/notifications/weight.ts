/** Who wants to be told what. */
import type { Notifications } from "@chartrelay/contract";

/** How much something matters. Matters of security are told whatever is chosen, by those whom they concern: auth, mail. */
export type Weight = "routine" | "failure";

/** Whether a user who has chosen so wants to be told. */
export function isWanted(chosen: Notifications, weight: Weight): boolean {
  return chosen === "all" || (chosen === "failures" && weight === "failure");
}
