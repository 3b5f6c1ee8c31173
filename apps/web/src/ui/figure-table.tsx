import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface FigureTableProps {
  /** What the table shows, for screen readers, unless a heading already says it. */
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  readonly className?: string;
  /** Names a row by its place, where rows come and go. By default rows are figures in a fixed order. */
  readonly rowKey?: (index: number) => string;
}

/** A small table: names on the left, figures on the right. On a narrow screen it scrolls sideways. */
export function FigureTable({ caption, head, rows, className, rowKey = String }: FigureTableProps) {
  return (
    <div
      className={classNames("overflow-x-auto", className)}
      {...(caption && { role: "region", "aria-label": caption, tabIndex: 0 })}
    >
      <table className="w-full text-14">
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>
            {head.map((title, column) => (
              <th
                key={title}
                scope="col"
                className={classNames(
                  "py-1 align-bottom font-medium text-muted",
                  column === 0 ? "text-left" : "pl-3 text-right",
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={rowKey(row)} className="border-t border-line">
              {cells.map((cell, column) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- the columns are fixed
                  key={column}
                  className={classNames("py-1.5", column === 0 ? "text-left" : "pl-3 text-right whitespace-nowrap")}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
