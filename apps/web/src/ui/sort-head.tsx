import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "./class-names.ts";

/** How the rows are sorted. Narrow screens have no heads: a caller must offer the choice beside them, too. */
export interface Sorting {
  /** The key of a column. */
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (key: string) => void;
}

interface SortHeadProps {
  readonly column: string;
  readonly title: string;
  readonly isNumber: boolean | undefined;
  readonly sorting: Sorting;
}

/** A column head that sorts the rows and, pressed again, reverses the order. Narrow screens have none. */
export function SortHead({ column, title, isNumber, sorting: { by, isDescending, onSort } }: SortHeadProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => onSort(column)}
      className={classNames(
        "-my-2 inline-flex items-baseline gap-1 rounded-control py-3.5 hover:text-ink desktop:py-3",
        // Puts the title above its numbers, at the right.
        isNumber && "flex-row-reverse",
      )}
    >
      {title}
      <Arrow
        aria-hidden
        className={classNames(
          "size-4 self-center",
          by === column ? "text-accent" : "hidden desktop:invisible desktop:block",
        )}
      />
    </button>
  );
}
