/** A new user's first steps. */
import { topic } from "../platform/pubsub.ts";

/** Carries the id of a user whose first steps may have changed, unless their accounts or subscription say so anyway. */
export const FIRST_STEPS_CHANGED = topic<string>("first steps changed");
