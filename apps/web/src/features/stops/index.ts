export { KillSwitch } from "./kill-switch.tsx";
export { StopState } from "./stop-state.tsx";
export { stopOf, type StopSubject } from "./subject.ts";
export { useStops } from "./use-stops.ts";
