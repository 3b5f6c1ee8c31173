/** What the operator's programs have in common: they read their words, do one thing, say how it went, and exit. */
import { parseArgs, type ParseArgsConfig } from "node:util";

/** The command line is invalid. */
export class UsageError extends Error {}

/** Reads words and options. @throws {UsageError} for an option that isn't among `options`. */
export function parseWords<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** What to tell the operator. */
export interface Outcome {
  readonly said: string;
  readonly isDone: boolean;
}

/**
 * Does what this process's command line asks for. Exit codes: 0 done, 1 it couldn't be done, 2 it was asked wrongly.
 * @param usage the text that explains the command line
 * @param read returns the task; undefined if the operator asks for the usage; throws UsageError
 */
export async function runCommandLine<Task>(
  usage: string,
  read: (args: readonly string[]) => Task | undefined,
  run: (task: Task) => Promise<Outcome>,
): Promise<void> {
  try {
    const task = read(process.argv.slice(2));
    if (task === undefined) return console.log(usage);
    const { said, isDone } = await run(task);
    if (isDone) console.log(said);
    else console.error(said);
    process.exitCode = isDone ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  }
}
