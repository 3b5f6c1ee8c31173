/** Shows where the time of a test run went. */

export interface FileTime {
  readonly project: string;
  readonly file: string;
  /** From the start of the file's imports to the end of its last hook. */
  readonly ms: number;
}

const SLOWEST = 10;

/** Returns lines for the slowest files, then for each project's total, longest first. */
export function listTimes(files: readonly FileTime[]): string[] {
  const sums = new Map<string, number>();
  for (const { project, ms } of files) sums.set(project, (sums.get(project) ?? 0) + ms);
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return [
    ...slowest.map(({ file, project, ms }) => `${seconds(ms)}  ${file} (${project})`),
    ...Array.from(sums)
      .toSorted(([, one], [, other]) => other - one)
      .map(([project, ms]) => `${seconds(ms)}  in all: ${project}`),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(7)} s`;
}
