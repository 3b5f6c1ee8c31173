import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PHONE, useMedia } from "../lib/media.ts";
import { classNames } from "./class-names.ts";
import { DataRow, type Column, type Compact, type RowOpening } from "./data-row.tsx";
import { Empty } from "./empty.tsx";
import { SortHead, type Sorting } from "./sort-head.tsx";

export type { Column, Compact } from "./data-row.tsx";

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
  /** What a row shows below 640 px; otherwise each is a card there, with labelled values. */
  readonly compact?: Compact<Row>;
}

/** Returns placeholders for rows that are loading. */
const awaited = (count: number): readonly undefined[] => Array.from({ length: count }, () => undefined);

/** A table; below 640 px each row takes two lines, or is a card. */
export function DataTable<Row>({ compact, ...props }: DataTableProps<Row>) {
  return compact ? <TableOfScreen {...props} compact={compact} /> : <Table {...props} />;
}

function TableOfScreen<Row>({ compact, ...props }: DataTableProps<Row> & { readonly compact: Compact<Row> }) {
  return <Table {...props} {...(useMedia(PHONE) && { compact })} />;
}

function Table<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, offset = 0, expectedRows = 5, empty, opening, sorting } = props;
  const { isStale = false, compact } = props;
  const { t } = useTranslation("ui");
  const [focused, setFocused] = useState<string>();
  if (rows?.length === 0) return empty ?? <Empty title={t("no_data")} />;
  const keys = rows?.map(rowKey) ?? [];
  const tabStop = focused !== undefined && keys.includes(focused) ? focused : keys[0];
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
            {compact ? (
              <th role="columnheader" scope="col">
                {caption}
              </th>
            ) : (
              columns.map(({ key, title, isNumber, isSortable }) => (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  aria-sort={sorting?.by === key ? (sorting.isDescending ? "descending" : "ascending") : undefined}
                  className={classNames(
                    "border-b border-line px-1 py-2 align-baseline font-medium tablet:text-12 desktop:text-14 text-muted desktop:whitespace-nowrap first:pl-2 last:pr-2 desktop:px-2 desktop:first:pl-4 desktop:last:pr-4",
                    isNumber ? "text-right" : "text-left",
                    // "Кол-во" must not break at its hyphen.
                    isNumber && !title.includes(" ") && "whitespace-nowrap",
                  )}
                >
                  {sorting && isSortable ? (
                    <SortHead column={key} title={title} isNumber={isNumber} sorting={sorting} />
                  ) : (
                    title
                  )}
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={classNames(
            compact ? "block divide-y divide-line overflow-hidden card" : "flex flex-col gap-3 tablet:table-row-group",
          )}
        >
          {(rows ?? awaited(expectedRows)).map((row, index) => {
            const id = row && rowKey(row);
            return (
              <DataRow
                key={id ?? index}
                id={id}
                row={row}
                index={offset + index}
                columns={columns}
                compact={compact}
                opening={opening}
                isTabStop={id === tabStop}
                onFocus={() => setFocused(id)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
