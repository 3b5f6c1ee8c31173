import type { Page } from "@chartrelay/contract";
import { X } from "lucide-react";
import type { ComponentProps, Ref } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { TableControl } from "./table-state.ts";

type TableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "rows" | "offset" | "isStale">;

interface PagedTableProps<Row> extends TableProps<Row> {
  /** Undefined when it could not be loaded. */
  readonly page: Page<Row> | undefined;
  /** Why it could not be loaded, if known. */
  readonly failure: unknown;
  readonly table: Pick<TableControl<string>, "page" | "size" | "isLoading" | "toPage">;
  readonly place?: Ref<HTMLDivElement>;
}

/** One page of a list with its pager, or a button that loads it again. */
export function PagedTable<Row>({ page, failure, table, place, ...props }: PagedTableProps<Row>) {
  const revalidator = useRevalidator();
  if (!page) {
    return (
      <div className="tablet:card">
        <LoadFailed error={failure} onRetry={() => void revalidator.revalidate()} />
      </div>
    );
  }
  const { pageNumber, pageSize } = page.pageable;
  return (
    <>
      <div ref={place} className="tablet:card tablet:overflow-hidden">
        <DataTable {...props} rows={page.content} offset={pageNumber * pageSize} isStale={table.isLoading} />
      </div>
      <Pager page={table.page} size={table.size} total={page.totalElements} onChange={table.toPage} />
    </>
  );
}

/** Shown instead of rows when no row matches the filters. */
export function NothingFits({ reason, onClear }: { readonly reason: string; readonly onClear: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Empty
      title={t("no_data")}
      reason={reason}
      action={
        <Button look="secondary" onClick={onClear}>
          <X aria-hidden className="size-4" />
          {t("clear_filters")}
        </Button>
      }
    />
  );
}
