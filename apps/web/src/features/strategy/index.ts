export { StrategyPage } from "./strategy-page.tsx";
export { tabOf } from "./tabs.tsx";
