export { loadReports, type Reports as LoadedReports } from "./api.ts";
export { REPORT_FILTERS } from "./filters.ts";
export { Reports } from "./reports.tsx";
export { Cost } from "./cost.tsx";
export { ProfitBlock } from "./profit-block.tsx";
