/** `npm run backup` and `npm run restore`, with the same settings as the server. */
import { parseArgs } from "node:util";

const USAGE = `npm run backup -- <folder>              saves the database as a new file in the folder
npm run restore -- <file>               puts it into a new, empty database
npm run restore -- --after-recovery     prepares a database that PostgreSQL has recovered to a point in time

The settings are the server's: run it where the server runs, with the same environment. With DATABASE_URL the server may
run during a backup; without, stop it first. Keep CREDENTIALS_KEYS apart: no backup contains them, and none is of use
without them. Exit codes: 0 done, 1 it couldn't be done, 2 it was asked wrongly.`;

/** The command line is invalid. */
class UsageError extends Error {}

export type Task =
  | { readonly kind: "backup"; readonly folder: string }
  | { readonly kind: "restore"; readonly path: string }
  | { readonly kind: "after-recovery" };

/** @throws {UsageError} */
function readTask(args: readonly string[]): Task | undefined {
  const { positionals, values } = parse(args);
  const [verb, path, ...more] = positionals;
  if (values.help) return undefined;
  const isRecovered = values["after-recovery"] === true;
  if (verb === "backup" && path !== undefined && more.length === 0 && !isRecovered)
    return { kind: "backup", folder: path };
  if (verb === "restore" && path !== undefined && more.length === 0 && !isRecovered) return { kind: "restore", path };
  if (verb === "restore" && path === undefined && isRecovered) return { kind: "after-recovery" };
  throw new UsageError(`${verb ?? "it"} takes one folder or file after it`);
}

function parse(args: readonly string[]) {
  try {
    const options = { "after-recovery": { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

try {
  const task = readTask(process.argv.slice(2));
  if (task) {
    // Loaded only when needed: it brings the storage with it.
    const { run } = await import("./run.ts");
    const { said, isDone } = await run(task);
    if (isDone) console.log(said);
    else console.error(said);
    process.exitCode = isDone ? 0 : 1;
  } else console.log(USAGE);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
