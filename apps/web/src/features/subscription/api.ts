import type {
  AskedDocument,
  Checkout,
  Consents,
  LastCheckout,
  LastCheckoutAnswer,
  Plan,
  Subscription,
} from "@chartrelay/contract";
import { loadInto } from "../../core/load-into.ts";
import type { Thunk } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { setSubscription } from "./slice.ts";

/** Loads the user's subscription. */
export const loadSubscription = () =>
  loadInto<Subscription>((client) => client.get("/subscriptions/me"), setSubscription);

/** Loads the documents that the user still has to agree to; none if that fails: whoever pays is asked for them anyway. */
export function loadMissingConsents(): Thunk<readonly AskedDocument[]> {
  return (_, __, { client }) =>
    client.get<Consents>("/users/me/consents").then(
      ({ missing }) => missing,
      (error: unknown) => {
        log.warn("the consents could not be loaded", error);
        return [];
      },
    );
}

/** Agrees to documents, if any are named. @throws what the API answered. */
export function acceptDocuments(documents: readonly AskedDocument[], place: "checkout" | "profile"): Thunk {
  return async (_, __, { client }) => {
    if (documents.length > 0) await client.post("/users/me/consents", { documents, place });
  };
}

/** Loads how the latest checkout stands. @throws what the API answered. */
export function loadLastCheckout(): Thunk<LastCheckout | null> {
  return async (_, __, { client }) => (await client.get<LastCheckoutAnswer>("/subscriptions/me/checkout")).last;
}

/** Opens a checkout. @throws what the API answered. */
export function openCheckout(plan: Plan): Thunk<Checkout> {
  return (_, __, { client }) => client.post<Checkout>("/subscriptions/me/checkout", { plan });
}
