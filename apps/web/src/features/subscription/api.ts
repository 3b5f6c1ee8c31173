import type { Subscription } from "@chartrelay/contract";
import { loadInto } from "../../core/thunk.ts";
import { setSubscription } from "./slice.ts";

/** Loads the user's subscription. */
export const loadSubscription = () =>
  loadInto<Subscription>((client) => client.get("/subscriptions/me"), setSubscription);
