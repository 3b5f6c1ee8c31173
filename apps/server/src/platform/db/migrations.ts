import { fileURLToPath } from "node:url";

/** Written by `npm run db:generate`; applied at start, in order, each once. */
export const MIGRATIONS_DIR = fileURLToPath(new URL("migrations", import.meta.url));
