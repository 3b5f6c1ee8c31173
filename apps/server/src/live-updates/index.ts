export { EventHub } from "./hub.ts";
