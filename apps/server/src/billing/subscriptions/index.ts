export { grantPeriod, takeAllBack, takePeriodBack } from "./grants.ts";
export { createSubscriptions, type Subscriptions } from "./service.ts";
export { SUBSCRIPTIONS_CHANGED } from "./store.ts";
