export { FirstSteps } from "./first-steps.tsx";
export { FirstStepsLine } from "./first-steps-line.tsx";
export { loadFirstSteps } from "./load-first-steps.ts";
export { NothingYet } from "./nothing-yet.tsx";
