export { loadSubscription } from "./api.ts";
export { selectSubscription, setSubscription, subscriptionReducer } from "./slice.ts";
