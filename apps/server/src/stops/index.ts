/** The kill switch. */
export { STOP_TEXTS } from "./notify.ts";
export { STOP_CHANGED, type Stops } from "./service.ts";
