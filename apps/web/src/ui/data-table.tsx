import { ArrowDown, ArrowUp } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";
import { Empty } from "./empty.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Numbers are right-aligned, in a column. */
  readonly isNumber?: boolean;
  /** On a card it takes the full width. */
  readonly isWide?: boolean;
  /** In a table it doesn't wrap. */
  readonly isUnbroken?: boolean;
  /** Where a table has little room, it is set in a smaller size. */
  readonly isMinor?: boolean;
  /** The rows can be sorted by it. */
  readonly isSortable?: boolean;
}

/** How the rows are sorted. Cards have no heads: a caller that shows cards must offer the choice beside them, too. */
export interface Sorting {
  /** The key of a column. */
  readonly by: string;
  readonly isDescending: boolean;
  readonly onSort: (key: string) => void;
}

/** How a row opens. The whole row takes clicks; the button in its first cell takes the keyboard and has the name. */
interface RowOpening<Row> {
  readonly label: (row: Row, index: number) => string;
  readonly onOpen: (row: Row) => void;
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** The number of rows before this page: page number times page size. */
  readonly offset?: number;
  /** How many rows to reserve room for while they are loading. */
  readonly expectedRows?: number;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
  readonly opening?: RowOpening<Row>;
  readonly sorting?: Sorting;
  /** Other rows are loading; these are the old ones. */
  readonly isStale?: boolean;
}

/** Whether a click on a row should open it: not if it has just selected text. The row's button has the focus then. */
function isMeant({ currentTarget, detail }: MouseEvent<HTMLElement>): boolean {
  const isByPointer = detail > 0;
  if (isByPointer && getSelection()?.isCollapsed === false) return false;
  currentTarget.querySelector("button")?.focus();
  return true;
}

/** Returns placeholders for rows that are loading. */
const awaited = (count: number): readonly undefined[] => Array.from({ length: count }, () => undefined);
const LENGTHS = ["w-12", "w-16", "w-20"] as const;

/** A table; below 640 px each row is a card with labelled values. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    offset = 0,
    expectedRows = 5,
    empty,
    opening,
    sorting,
    isStale = false,
  } = props;
  const { t } = useTranslation("ui");
  if (rows?.length === 0) return empty ?? <Empty title={t("no_data")} />;
  return (
    // The roles are explicit because a table laid out as blocks loses them.
    <div
      className={classNames(
        "overflow-x-auto transition-opacity duration-150",
        isStale && "opacity-60",
        !rows && "animate-late",
      )}
      role="region"
      aria-label={caption}
      aria-busy={isStale || !rows}
      tabIndex={0}
    >
      {!rows && (
        <span role="status" className="sr-only">
          {t("loading")}
        </span>
      )}
      <table role="table" className="block w-full text-14 tablet:table tablet:border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only tablet:not-sr-only tablet:table-header-group">
          <tr role="row">
            {columns.map(({ key, title, isNumber, isSortable }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                aria-sort={sorting?.by === key ? (sorting.isDescending ? "descending" : "ascending") : undefined}
                className={classNames(
                  "border-b border-line px-1 py-2 align-baseline font-medium tablet:text-12 desktop:text-14 text-muted desktop:whitespace-nowrap first:pl-2 last:pr-2 desktop:px-2 desktop:first:pl-4 desktop:last:pr-4",
                  isNumber ? "text-right" : "text-left",
                )}
              >
                {sorting && isSortable ? (
                  <SortHead column={key} title={title} isNumber={isNumber} sorting={sorting} />
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-3 tablet:table-row-group">
          {(rows ?? awaited(expectedRows)).map((row, index) => (
            <tr
              key={row === undefined ? index : rowKey(row)}
              data-row={row && rowKey(row)}
              role="row"
              // Not a button stretched over the row: it would cover the cells' text and hover hints.
              {...(opening && row !== undefined && { onClick: (event) => isMeant(event) && opening.onOpen(row) })}
              className={classNames(
                "relative grid grid-cols-2 rounded-card border border-line bg-surface p-2 transition-colors duration-150 tablet:table-row tablet:border-0 tablet:last:*:border-b-0",
                row !== undefined && "hover:bg-accent-soft",
                row !== undefined && opening && "cursor-pointer",
              )}
            >
              {columns.map(({ key, title, cell, isNumber, isWide, isUnbroken, isMinor }, column) => (
                <td
                  key={key}
                  role="cell"
                  className={classNames(
                    "flex min-w-0 flex-col px-2 py-1.5 tablet:table-cell tablet:border-b tablet:border-line tablet:px-1 tablet:py-3 tablet:first:pl-2 tablet:last:pr-2 desktop:px-2 desktop:py-2.5 desktop:first:pl-4 desktop:last:pr-4",
                    isWide && "col-span-2",
                    isNumber && "tablet:text-right",
                    isUnbroken && "tablet:whitespace-nowrap",
                    isMinor && "tablet:text-12 desktop:text-14",
                  )}
                >
                  <span aria-hidden className="text-12 text-muted tablet:hidden">
                    {title}
                  </span>
                  <span className="min-w-0 break-words">
                    {row === undefined ? (
                      <Skeleton className={classNames("my-0.5 h-4 max-w-full", LENGTHS[(index + column) % 3])} />
                    ) : opening && column === 0 ? (
                      <button
                        type="button"
                        aria-label={opening.label(row, offset + index)}
                        aria-haspopup="dialog"
                        className="tabular"
                      >
                        {cell(row, offset + index)}
                      </button>
                    ) : (
                      cell(row, offset + index)
                    )}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  readonly column: string;
  readonly title: string;
  readonly isNumber: boolean | undefined;
  readonly sorting: Sorting;
}

/** A column head that sorts the rows and, pressed again, reverses the order. On cards it is hidden, and no button. */
function SortHead({ column, title, isNumber, sorting: { by, isDescending, onSort } }: SortHeadProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <>
      <span className="tablet:hidden">{title}</span>
      <button
        type="button"
        onClick={() => onSort(column)}
        className={classNames(
          "-my-2 hidden items-baseline gap-1 rounded-control py-3.5 hover:text-ink tablet:inline-flex desktop:py-3",
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
    </>
  );
}
