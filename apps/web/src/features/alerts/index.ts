export { loadAlerts } from "./api.ts";
export { ALERT_FILTERS } from "./filters.ts";
export { AlertsTable } from "./alerts-table.tsx";
export { selectAlerts, setAlerts, alertReducer } from "./slice.ts";
