/** The JSON lines that reports are made from; README.md describes their shape. */
import { readFileSync } from "node:fs";
import type { Run } from "./run.ts";

/** A target of a case, and whether it was met. */
export interface JudgedTarget {
  readonly is: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly ok: boolean;
}

/** What a line says about its run; lines of earlier versions don't. */
interface Measured {
  readonly run?: Run;
  readonly [figure: string]: unknown;
}

/** A line of `npm run bench`. */
export interface CaseLine extends Measured {
  readonly case: string;
  readonly targets: Readonly<Record<string, JudgedTarget>>;
  readonly ok: boolean;
  /** Why the case broke off; it then has no targets. */
  readonly error?: string;
}

/** The last line of a campaign of `npm run chaos`. */
export interface CampaignLine extends Measured {
  readonly victim: string;
  readonly ok: boolean;
}

/** A line about one seed that failed. */
export interface FailureLine extends Measured {
  readonly seed: number;
  /** The command that repeats it. */
  readonly replay: string;
  /** Missing if the seed broke off. */
  readonly report?: { readonly violations: readonly { readonly kind: string; readonly detail: string }[] };
}

/** Reads the JSON lines of files, in their order. Other lines, such as npm's own, are left out. */
export function readLines(files: readonly string[]): object[] {
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n")).flatMap(parseLine);
}

/** Returns the object in a line, or nothing if the line isn't JSON. */
export function parseLine(line: string): object[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line) as object];
  } catch {
    return [];
  }
}

export const isCase = (line: object): line is CaseLine => "case" in line && "targets" in line;
export const isCampaign = (line: object): line is CampaignLine => "victim" in line && "ok" in line;
export const isFailure = (line: object): line is FailureLine => "seed" in line && "replay" in line;
