/** GET and POST /users/me/first-steps: the checklist for somebody who has just registered. */
import * as z from "zod/mini";
import { FIRST_STEPS } from "./enumerations.ts";

export const firstSteps = z.object({
  /** The steps that are done. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** Whether the user has put the checklist away. */
  isHidden: z.boolean(),
  /** Whether the user has seen that all steps are done. From then on the checklist isn't shown. */
  isFinished: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** What the pages report: the rest shows in the user's data. */
export const FIRST_STEPS_REPORTS = ["hidden", "shown", "message-copied", "finished"] as const;
export type FirstStepsReport = (typeof FIRST_STEPS_REPORTS)[number];

export const firstStepsPayload = z.object({ report: z.enum(FIRST_STEPS_REPORTS, "invalid") });
