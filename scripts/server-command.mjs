/**
 * How Node.js runs the server. Node sizes the heap's young generation for the whole machine; a relay's objects live for
 * milliseconds, and a small one serves them as fast from a third of the memory.
 */
export const SERVER_COMMAND = ["--max-semi-space-size=8", "apps/server/src/main.ts"];
