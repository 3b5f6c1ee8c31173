/** The slices that only pages behind the sign-in use. They come with those pages' routes. */
import { accountReducer } from "../features/accounts/index.ts";
import { alertReducer } from "../features/alerts/index.ts";
import { orderReducer } from "../features/orders/index.ts";
import { userReducer } from "../features/stats/index.ts";

export const DASHBOARD_SLICES = {
  user: userReducer,
  account: accountReducer,
  order: orderReducer,
  alert: alertReducer,
};
export type DashboardSlices = typeof DASHBOARD_SLICES;
