/** The user's subscription, which a public page shows after a payment. */
import type { Subscription } from "@chartrelay/contract";
import { createAction } from "@reduxjs/toolkit";
import { createSliceReducer, on } from "../../core/slice.ts";

export interface SubscriptionState {
  readonly subscription: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly subscription: Subscription | undefined;
  };
}

const initialState: SubscriptionState["subscription"] = { subscription: undefined };

export const setSubscription = createAction<Subscription | undefined>("subscription/setSubscription");

export const subscriptionReducer = createSliceReducer(
  initialState,
  on(setSubscription, (_, subscription) => ({ subscription })),
);
export const selectSubscription = (state: SubscriptionState) => state.subscription.subscription;
