/** Markdown of reports: tables, figures and runs. */
import type { Run } from "./run.ts";

/** Returns a table; a cell's bars don't end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Formats a number with as many digits as it is worth: 1,234 or 12.3 or 0.46. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Returns a value's figures by their names, those of an object inside it as `floor.p50Ms`. */
export function flatten(value: object, prefix = ""): [name: string, figure: string][] {
  return Object.entries(value).flatMap(([key, figure]: [string, unknown]): [string, string][] => {
    const name = prefix + key;
    if (Array.isArray(figure)) return [[name, figure.map(formatFigure).join(", ")]];
    return typeof figure === "object" && figure !== null ? flatten(figure, `${name}.`) : [[name, formatFigure(figure)]];
  });
}

function formatFigure(figure: unknown): string {
  if (typeof figure === "number") return formatNumber(figure);
  return typeof figure === "string" ? figure : (JSON.stringify(figure) ?? "");
}

/** Numbers the runs of lines, and describes each: a report may put together what several machines measured. */
export function describeRuns(lines: readonly { readonly run?: Run }[]): {
  numberOf(run: Run | undefined): string;
  text: string;
} {
  const key = (run: Run | undefined) => JSON.stringify(run ?? null);
  const runs = [...new Map(lines.map(({ run }) => [key(run), run])).values()];
  const rows = runs.map((run, index) =>
    run
      ? [
          String(index + 1),
          run.at.slice(0, 16).replace("T", " "),
          `\`${run.commit}\``,
          `\`${run.command}\``,
          formatNumber(run.load),
          `${run.machine.processor}, ${run.machine.cores} cores, ${run.machine.memoryGb} GB`,
          `${run.machine.kernel}, Node.js ${run.machine.node}, PostgreSQL ${run.machine.postgres}`,
        ]
      : [String(index + 1), "not recorded", "", "", "", "", ""],
  );
  return {
    numberOf: (run) => String(runs.findIndex((each) => key(each) === key(run)) + 1),
    text: table(["run", "began, UTC", "commit", "command", "load before", "machine", "software"], rows),
  };
}
