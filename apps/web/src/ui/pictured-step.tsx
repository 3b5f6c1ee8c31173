import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PicturedStepProps {
  readonly number: number;
  /** What it looks like; beside the words where there is room. */
  readonly picture: ReactNode;
  /** The picture shows details that have to be read. */
  readonly isLarge?: boolean;
  /** On a wide screen it is a column among others, under its picture. */
  readonly isColumn?: boolean;
  /** What to do. */
  readonly children: ReactNode;
}

/** One step of instructions, in an ordered list: its number, its words and its picture. */
export function PicturedStep({ number, picture, isLarge = false, isColumn = false, children }: PicturedStepProps) {
  return (
    <li
      className={classNames(
        "grid gap-4",
        isLarge
          ? "items-start tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
          : "items-center tablet:grid-cols-[minmax(0,1fr)_240px]",
        isColumn && "desktop:flex desktop:flex-col-reverse desktop:items-stretch desktop:justify-end",
      )}
    >
      <div className="flex min-w-0 gap-3">
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-14 font-semibold text-on-accent tabular"
        >
          {number}
        </span>
        <div className="flex min-w-0 flex-col gap-2 pt-0.5">{children}</div>
      </div>
      {picture}
    </li>
  );
}
