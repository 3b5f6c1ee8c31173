import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";
import { Empty } from "./empty.tsx";
import { SkeletonRows } from "./skeleton.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Numbers stand at the right, in a column. */
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows, for those who can't see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while it is on its way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Rows before the first of this page: page number times page size. */
  readonly offset?: number;
  /** How many rows to leave room for while they are on their way. */
  readonly expectedRows?: number;
  /** Stands in place of no rows. */
  readonly empty?: ReactNode;
}

/** A table; under 640 px each row is a card with labelled values. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, offset = 0, expectedRows = 5, empty } = props;
  const { t } = useTranslation("ui");
  if (!rows) return <SkeletonRows count={expectedRows} />;
  if (rows.length === 0) return empty ?? <Empty title={t("no_data")} />;
  return (
    // The roles are said again because a table that is laid out as blocks loses them.
    <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table role="table" className="block w-full text-14 tablet:table tablet:border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only tablet:not-sr-only tablet:table-header-group">
          <tr role="row">
            {columns.map(({ key, title, isNumber }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={classNames(
                  "border-b border-line px-3 py-2 font-medium whitespace-nowrap text-muted",
                  isNumber ? "text-right" : "text-left",
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="flex flex-col gap-3 tablet:table-row-group">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="flex flex-col rounded-card border border-line bg-surface p-2 hover:bg-accent-soft tablet:table-row"
            >
              {columns.map(({ key, title, cell, isNumber }) => (
                <td
                  key={key}
                  role="cell"
                  className={classNames(
                    "flex min-w-0 justify-between gap-4 px-2 py-1.5 tablet:table-cell tablet:border-b tablet:border-line tablet:px-3 tablet:py-2.5",
                    isNumber && "tablet:text-right",
                  )}
                >
                  <span aria-hidden className="shrink-0 text-muted tablet:hidden">
                    {title}
                  </span>
                  <span className="min-w-0 text-right break-words tablet:text-inherit">
                    {cell(row, offset + index)}
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
