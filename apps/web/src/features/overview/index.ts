export { fetchOverview, Overview } from "./overview.tsx";
