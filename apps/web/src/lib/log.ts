import { UserLeft } from "./client.ts";

/** The browser's console: everything in development, warnings and errors otherwise (specification, section 9). */
const silent = () => undefined;
const isVerbose = import.meta.env.DEV;

type Log = (message: string, ...details: readonly unknown[]) => void;

export const log: { readonly debug: Log; readonly info: Log; readonly warn: Log; readonly error: Log } = {
  debug: isVerbose ? (...line) => console.debug(...line) : silent,
  info: isVerbose ? (...line) => console.info(...line) : silent,
  warn(...line) {
    if (!line.some((detail) => detail instanceof UserLeft)) console.warn(...line);
  },
  error: (...line) => console.error(...line),
};
