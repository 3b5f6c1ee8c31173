export { fetchTab, type TabContents } from "./api.ts";
export { StrategyPage } from "./strategy-page.tsx";
export { tabOf } from "./tabs.tsx";
