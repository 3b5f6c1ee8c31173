export { fetchStanding, saveStrategy, setState, type Strategies as LoadedStrategies } from "./api.ts";
export { StateBadge } from "./state-badge.tsx";
export { Strategies } from "./strategies.tsx";
