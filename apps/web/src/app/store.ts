/** The store: it only puts the slices together, each of which sits with its feature or in core. */
import { configureStore } from "@reduxjs/toolkit";
import { notificationsReducer } from "../core/notifications/slice.ts";
import { applicationReducer } from "../core/session/slice.ts";
import type { Effects } from "../core/thunk.ts";
import { accountReducer } from "../features/accounts/index.ts";
import { alertReducer } from "../features/alerts/index.ts";
import { orderReducer } from "../features/orders/index.ts";
import { userReducer } from "../features/stats/index.ts";
import { subscriptionReducer } from "../features/subscription/index.ts";

export function createStore(effects: Effects) {
  return configureStore({
    reducer: {
      application: applicationReducer,
      user: userReducer,
      account: accountReducer,
      order: orderReducer,
      alert: alertReducer,
      subscription: subscriptionReducer,
      notifications: notificationsReducer,
    },
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: effects } }),
  });
}

export type Store = ReturnType<typeof createStore>;
