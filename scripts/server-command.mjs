/**
 * Node's arguments for the server. Node sizes the heap's young generation for the whole machine, but a relay's objects
 * live for milliseconds: a small young generation is just as fast and needs a third of the memory.
 */
export const SERVER_COMMAND = ["--max-semi-space-size=8", "apps/server/src/main.ts"];
