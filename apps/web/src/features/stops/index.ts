export { tryFetchStops } from "./api.ts";
export { KillSwitch } from "./kill-switch.tsx";
export { StopEverything } from "./stop-everything.tsx";
export { StopState } from "./stop-state.tsx";
export { LateStoppedBar } from "./late-stopped-bar.tsx";
export { stopOf, type StopSubject } from "./subject.ts";
export { useStops } from "./use-stops.ts";
