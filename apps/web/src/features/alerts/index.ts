export { loadAlerts } from "./api.ts";
export { selectAlerts, setAlerts, alertReducer } from "./slice.ts";
