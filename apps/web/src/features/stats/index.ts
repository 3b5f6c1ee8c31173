export { loadStats } from "./api.ts";
export { selectStats, setStats, userReducer } from "./slice.ts";
