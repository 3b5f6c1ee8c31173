/** Statistics, and the targets that they must reach. */

export interface Target {
  readonly is: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Returns the value below which `share` of the values lie; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Rounds to two decimal places. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Prints one JSON line: the figures, each target with whether it was met, and whether all were. */
export function reportCase(name: string, figures: object, targets: Readonly<Record<string, Target>>): void {
  const judged = Object.fromEntries(
    Object.entries(targets).map(([target, { is, atMost = Infinity, atLeast = -Infinity }]) => [
      target,
      {
        is: rounded(is),
        ...(atMost !== Infinity && { atMost: rounded(atMost) }),
        ...(atLeast !== -Infinity && { atLeast: rounded(atLeast) }),
        ok: is <= atMost && is >= atLeast,
      },
    ]),
  );
  const ok = Object.values(judged).every((target) => target.ok);
  console.log(JSON.stringify({ case: name, ...figures, targets: judged, ok }));
}
