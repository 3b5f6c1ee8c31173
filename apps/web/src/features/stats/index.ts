export { loadStats } from "./api.ts";
export { STATS_NAMES } from "./filters.ts";
export { selectStats, setStats, userReducer } from "./slice.ts";
export { StatsTable } from "./stats-table.tsx";
