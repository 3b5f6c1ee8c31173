/** How Node.js runs the server: flags, then the file. */
export const SERVER_COMMAND: readonly string[];
