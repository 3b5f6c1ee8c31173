/** The store: it only combines the slices, each of which lives with its feature or in core. */
import { combineReducers, configureStore, type UnknownAction } from "@reduxjs/toolkit";
import { notificationsReducer } from "../core/notifications/slice.ts";
import { applicationReducer } from "../core/session/slice.ts";
import type { Effects, ThunkTools } from "../core/thunk.ts";
import { accountReducer } from "../features/accounts/index.ts";
import { alertReducer } from "../features/alerts/index.ts";
import { orderReducer } from "../features/orders/index.ts";
import { userReducer } from "../features/stats/index.ts";
import { subscriptionReducer } from "../features/subscription/index.ts";

const slices = combineReducers({
  application: applicationReducer,
  user: userReducer,
  account: accountReducer,
  order: orderReducer,
  alert: alertReducer,
  subscription: subscriptionReducer,
  notifications: notificationsReducer,
});
type State = ReturnType<typeof slices>;

/** Combines all slices. A user's data goes when the user does: the next one to sign in here must not see it. */
function reduce(state: State | undefined, action: UnknownAction): State {
  const next = slices(state, action);
  const { user } = state?.application ?? {};
  if (!user || user.email === next.application.user?.email) return next;
  const { application, notifications } = next;
  return { ...slices(undefined, action), application, notifications };
}

export function createStore(effects: Effects) {
  const tools: ThunkTools = { ...effects, loads: new Map(), changes: new Map() };
  return configureStore({
    reducer: reduce,
    middleware: (getDefault) => getDefault({ thunk: { extraArgument: tools } }),
  });
}

export type Store = ReturnType<typeof createStore>;
