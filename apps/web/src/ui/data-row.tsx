/** The rows of a table: cells under their heads, or two lines on a narrow screen. */
import type { MouseEvent, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Numbers are right-aligned, in a column. */
  readonly isNumber?: boolean;
  /** On a card it takes the full width. */
  readonly isWide?: boolean;
  /** On a card it has no label: it says itself what it is. */
  readonly isPlain?: boolean;
  /** In a table it doesn't wrap. */
  readonly isUnbroken?: boolean;
  /** Where a table has little room, it is set in a smaller size. */
  readonly isMinor?: boolean;
  /** The rows can be sorted by it. */
  readonly isSortable?: boolean;
}

/** What a row shows on a narrow screen, in two lines. */
export interface Compact<Row> {
  /** Begins the first line, and names the row. */
  readonly title: (row: Row, index: number) => ReactNode;
  /** Ends the first line. */
  readonly status: (row: Row) => ReactNode;
  readonly details: (row: Row) => ReactNode;
  /** For rows that don't open: what a tap unfolds. */
  readonly more?: (row: Row) => ReactNode;
}

/** How a row opens. The whole row takes clicks; a button in it takes the keyboard and has the name. */
export interface RowOpening<Row> {
  readonly label: (row: Row, index: number) => string;
  readonly onOpen: (row: Row) => void;
}

/** A row among the others. */
interface RowPlace<Row> {
  /** Undefined while it is loading. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly opening: RowOpening<Row> | undefined;
  /** Whether the Tab key leads to this row's button: it leads to one row, and keys lead on from there. */
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
}

/** Whether a click on a row should open it: not if it has just selected text. The row's button has the focus then. */
function isMeant({ currentTarget, detail }: MouseEvent<HTMLElement>): boolean {
  const isByPointer = detail > 0;
  if (isByPointer && getSelection()?.isCollapsed === false) return false;
  currentTarget.querySelector("button")?.focus();
  return true;
}

interface DataRowProps<Row> extends RowPlace<Row> {
  readonly id: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly compact: Compact<Row> | undefined;
}

export function DataRow<Row>({ id, columns, compact, ...place }: DataRowProps<Row>) {
  const { row, opening } = place;
  const isOpenable = opening !== undefined && row !== undefined;
  return (
    <tr
      role="row"
      data-row={id}
      // Not a button stretched over the row: it would cover the cells' text and hover hints.
      {...(isOpenable && { onClick: (event) => isMeant(event) && opening.onOpen(row) })}
      className={classNames(
        "relative transition-colors duration-150 tablet:table-row tablet:border-0 tablet:last:*:border-b-0",
        compact ? "block" : "grid grid-cols-2 rounded-card border border-line bg-surface p-2",
        row !== undefined && "hover:bg-accent-soft",
        isOpenable && "cursor-pointer has-[:focus-visible]:bg-accent-soft",
      )}
    >
      {compact ? <CompactCell {...place} compact={compact} /> : <Cells {...place} columns={columns} />}
    </tr>
  );
}

/** The attributes of the button that opens a row. Row keys look for `data-opener`: core/table/list-keys.ts. */
const openerOf = <Row,>({ isTabStop, onFocus }: RowPlace<Row>) => ({
  type: "button" as const,
  "aria-haspopup": "dialog" as const,
  "data-opener": "",
  tabIndex: isTabStop ? 0 : -1,
  onFocus,
});

const LENGTHS = ["w-12", "w-16", "w-20"] as const;

function Cells<Row>({ columns, ...place }: RowPlace<Row> & Pick<DataRowProps<Row>, "columns">) {
  const { row, index, opening } = place;
  return columns.map(({ key, title, cell, isNumber, isWide, isPlain, isUnbroken, isMinor }, column) => (
    <td
      key={key}
      role="cell"
      className={classNames(
        "flex min-w-0 flex-col px-2 py-1.5 tablet:table-cell tablet:border-b tablet:border-line tablet:px-1 tablet:py-3 tablet:align-top tablet:first:pl-2 tablet:last:pr-2 desktop:px-2 desktop:py-2.5 desktop:first:pl-4 desktop:last:pr-4",
        isWide && "col-span-2",
        isNumber && "tabular tablet:text-right",
        isUnbroken && "tablet:whitespace-nowrap",
        isMinor && "tablet:text-12 tablet:leading-5 desktop:text-14",
      )}
    >
      {!isPlain && (
        <span aria-hidden className="text-12 text-muted tablet:hidden">
          {title}
        </span>
      )}
      <span className="min-w-0 break-words">
        {row === undefined ? (
          <Skeleton className={classNames("my-0.5 h-4 max-w-full", LENGTHS[(index + column) % 3])} />
        ) : opening && column === 0 ? (
          <button {...openerOf(place)} aria-label={opening.label(row, index)} className="tabular">
            {cell(row, index)}
          </button>
        ) : (
          cell(row, index)
        )}
      </span>
    </td>
  ));
}

function CompactCell<Row>({ compact, ...place }: RowPlace<Row> & { readonly compact: Compact<Row> }) {
  const { row, index, opening } = place;
  if (row === undefined) {
    return (
      <td role="cell" className="flex min-h-18 flex-col justify-center gap-2 px-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-56 max-w-full" />
      </td>
    );
  }
  const title = compact.title(row, index);
  const lines = (
    <>
      <span className="flex items-start justify-between gap-3">
        {opening ? (
          <button {...openerOf(place)} className="min-w-0 text-left">
            <span className="sr-only">{opening.label(row, index)}: </span>
            {title}
          </button>
        ) : (
          <span className="min-w-0">{title}</span>
        )}
        {compact.status(row)}
      </span>
      <span className="mt-1 line-clamp-2 text-12 text-muted [overflow-wrap:anywhere]">{compact.details(row)}</span>
    </>
  );
  return (
    <td role="cell" className="block px-3 py-2.5">
      {compact.more ? (
        <details>
          <summary className="block">{lines}</summary>
          <div className="pt-3">{compact.more(row)}</div>
        </details>
      ) : (
        lines
      )}
    </td>
  );
}
