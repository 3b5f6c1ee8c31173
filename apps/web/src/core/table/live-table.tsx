import type { Page } from "@chartrelay/contract";
import { ArrowUp } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import type { Column, Compact } from "../../ui/data-table.tsx";
import { Backdrop } from "../../ui/lazy-panel.tsx";
import { late } from "../../ui/late.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";
import type { LiveList } from "../live/live-list.ts";
import type { LiveRow } from "../live/live-page.ts";
import { LiveSign } from "../live/live.tsx";
import { useListKeys } from "./list-keys.ts";
import { NothingFits, PagedTable } from "./paged-table.tsx";
import type { TableControl } from "./table-state.ts";

const KeysDialog = late(() => import("./keys-dialog.tsx"));

interface LiveTableProps<Row> {
  readonly title: string;
  /** Shown beside the title. */
  readonly actions: ReactNode;
  /** Renders the filters; its argument shows the keys that work on the list. */
  readonly renderFilters: (showKeys: () => void) => ReactNode;
  /** Undefined when it could not be loaded. */
  readonly page: Page<Row> | undefined;
  /** Why it could not be loaded, if known. */
  readonly failure: unknown;
  readonly table: TableControl<"sort">;
  readonly list: LiveList<Row>;
  /** Sorted by `date`. */
  readonly columns: readonly Column<Row>[];
  readonly compact: Compact<Row>;
  readonly texts: {
    /** Announces new rows that are waiting. */
    readonly waiting: (count: number) => string;
    /** Names the button that opens a row, by the row's number in the list. */
    readonly open: (number: number) => string;
    readonly noneFits: string;
  };
  /** Shown while there are no rows at all. */
  readonly nothingYet: ReactNode;
  /** The open row, if there is one. */
  readonly panel: ReactNode;
}

/** A live list of what happened, by time, with filters and pages, and rows that open. */
export function LiveTable<Row extends LiveRow>({
  title,
  actions,
  renderFilters,
  page,
  failure,
  table,
  list,
  columns,
  compact,
  texts,
  nothingYet,
  panel,
}: LiveTableProps<Row>) {
  const [hasKeys, setHasKeys] = useState(false);
  const showKeys = () => setHasKeys(true);
  useListKeys(list.place, showKeys);
  const isDescending = table.filters.sort !== "oldest";
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{title}</DashboardTitle>
        {page && <LiveSign />}
        {actions}
      </div>
      {renderFilters(showKeys)}
      <NewRows label={list.waiting > 0 && texts.waiting(list.waiting)} onShow={list.showNew} />
      <PagedTable
        page={page}
        failure={failure}
        table={table}
        place={list.place}
        caption={title}
        columns={columns}
        compact={compact}
        sorting={{ by: "date", isDescending, onSort: () => table.filter({ sort: isDescending ? "oldest" : "" }) }}
        rowKey={({ id }) => id}
        opening={{ label: (_, index) => texts.open(index + 1), onOpen: list.open }}
        empty={table.isFiltered ? <NothingFits reason={texts.noneFits} onClear={table.clear} /> : nothingYet}
      />
      <Suspense fallback={<Backdrop />}>{panel}</Suspense>
      <Suspense>{hasKeys && <KeysDialog onClose={() => setHasKeys(false)} />}</Suspense>
    </div>
  );
}

interface NewRowsProps {
  /** How many rows are waiting, in words; false: none. */
  readonly label: string | false;
  readonly onShow: () => void;
}

/** Announces waiting rows. It overlays the table, so that no row moves under the pointer when it appears. */
function NewRows({ label, onShow }: NewRowsProps) {
  return (
    <div role="status" className="sticky top-18 z-20 -my-2 grid h-0 justify-items-center">
      {label !== false && (
        <Button onClick={onShow} className="-mt-3 h-11 text-14 shadow-card">
          <ArrowUp aria-hidden className="size-4" />
          {label}
        </Button>
      )}
    </div>
  );
}
