/** `npm run backup` and `npm run restore`, with the same settings as the server. */
import { parseWords, runCommandLine, UsageError } from "../command-line.ts";

const USAGE = `npm run backup -- <folder>              saves the database as a new file in the folder
npm run restore -- <file>               puts it into a new, empty database
npm run restore -- --after-recovery     prepares a database that PostgreSQL has recovered to a point in time

The settings are the server's: run it where the server runs, with the same environment. With DATABASE_URL the server may
run during a backup; without, stop it first. Keep CREDENTIALS_KEYS apart: no backup contains them, and none is of use
without them. Exit codes: 0 done, 1 it couldn't be done, 2 it was asked wrongly.`;

export type Task =
  | { readonly kind: "backup"; readonly folder: string }
  | { readonly kind: "restore"; readonly path: string }
  | { readonly kind: "after-recovery" };

const OPTIONS = { "after-recovery": { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

/** @throws {UsageError} */
function readTask(args: readonly string[]): Task | undefined {
  const { positionals, values } = parseWords(args, OPTIONS);
  const [verb, path, ...more] = positionals;
  if (values.help) return undefined;
  const isRecovered = values["after-recovery"] === true;
  if (verb === "backup" && path !== undefined && more.length === 0 && !isRecovered)
    return { kind: "backup", folder: path };
  if (verb === "restore" && path !== undefined && more.length === 0 && !isRecovered) return { kind: "restore", path };
  if (verb === "restore" && path === undefined && isRecovered) return { kind: "after-recovery" };
  throw new UsageError(`${verb ?? "it"} takes one folder or file after it`);
}

// Loaded only when needed: it brings the storage with it.
await runCommandLine(USAGE, readTask, async (task) => (await import("./run.ts")).run(task));
