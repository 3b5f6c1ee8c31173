/** The user's subscription. */
import type { Subscription } from "@chartrelay/contract";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface SubscriptionState {
  readonly subscription: {
    /** Undefined until it is loaded, and when loading failed. */
    readonly subscription: Subscription | undefined;
  };
}

const initialState: SubscriptionState["subscription"] = { subscription: undefined };

const subscription = createSlice({
  name: "subscription",
  initialState,
  reducers: {
    setSubscription: (_, { payload: subscription }: PayloadAction<Subscription | undefined>) => ({ subscription }),
  },
});

export const subscriptionReducer = subscription.reducer;
export const { setSubscription } = subscription.actions;
export const selectSubscription = (state: SubscriptionState) => state.subscription.subscription;
