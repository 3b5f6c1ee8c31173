/** Reading a log takes nothing but the parser: a log that can't be replayed is refused before the venues are loaded. */
export { askedBy, faultOf, readLog, tickerOf, type Alert, type LogFault, type ReadLog } from "./alerts.ts";
