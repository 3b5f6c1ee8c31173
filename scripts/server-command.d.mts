/** Node's arguments for the server: flags, then the file. */
export const SERVER_COMMAND: readonly string[];
