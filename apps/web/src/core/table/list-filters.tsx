import { PERIODS, type FilteredList } from "@chartrelay/contract";
import { Bookmark, Keyboard, SlidersHorizontal } from "lucide-react";
import { Suspense, useCallback, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { usePreloaded } from "../../ui/lazy-panel.tsx";
import { late } from "../../ui/late.ts";
import { Popover } from "../../ui/popover.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FilterChips, type Chip } from "./filter-chips.tsx";
import { AccountFilter } from "./account-filter.tsx";
import { ChoiceFilter, FILTER_BAR, SearchFilter } from "./filters.tsx";
import { useSharedChips } from "./shared-chips.tsx";
import type { SharedFilter } from "./shared-filters.ts";
import type { TableControl } from "./table-state.ts";

const loadPanels = () => import("./filter-panels.tsx");
const FilterPanel = late(async () => ({ default: (await loadPanels()).FilterPanel }));
const SavedPanel = late(async () => ({ default: (await loadPanels()).SavedPanel }));

interface ListFiltersProps {
  readonly list: FilteredList;
  readonly table: Omit<TableControl<SharedFilter>, "apply"> & {
    readonly apply: (filters: Readonly<Record<string, string>>) => void;
  };
  readonly searchLabel: string;
  readonly statuses: readonly { readonly value: string; readonly label: string }[];
  /** The fields that only this list has. */
  readonly fields?: ReactNode;
  /** Those of them that are set. */
  readonly ownChips?: readonly Chip[];
  readonly onKeys: () => void;
}

const NONE: readonly Chip[] = [];

/** The bar above a list: search, dates and status at hand, the rest in a panel, named sets of filters, and what is set. */
export function ListFilters({ list, table, searchLabel, statuses, fields, ownChips = NONE, onKeys }: ListFiltersProps) {
  const { t } = useTranslation("lists");
  const { filters, filter } = table;
  const [open, setOpen] = useState<"filters" | "saved">();
  const toggleFilters = useCallback((isOpen: boolean) => setOpen(isOpen ? "filters" : undefined), []);
  const toggleSaved = useCallback((isOpen: boolean) => setOpen(isOpen ? "saved" : undefined), []);
  const chips = [...ownChips, ...useSharedChips(filters, filter)];
  usePreloaded(loadPanels);
  return (
    <div className="flex flex-col gap-2">
      <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
        <SearchFilter label={searchLabel} value={filters.search} onChange={(search) => filter({ search }, true)} />
        <ChoiceFilter
          label={t("any_time")}
          value={filters.period}
          options={PERIODS.map((value) => ({ value, label: t(`period_${value}`) }))}
          onChange={(period) => filter({ period, from: "", to: "" })}
          className="w-[calc(50%-4px)] tablet:w-auto tablet:grow desktop:grow-0"
        />
        <ChoiceFilter
          label={t("any_status")}
          value={filters.status}
          options={statuses}
          onChange={(status) => filter({ status })}
          className="w-[calc(50%-4px)] tablet:w-auto tablet:grow desktop:grow-0"
        />
        <Popover
          isOpen={open === "filters"}
          onChange={toggleFilters}
          title={t("filters")}
          buttonClass={buttonClass("secondary", "w-full px-3 text-14")}
          button={
            <>
              <SlidersHorizontal aria-hidden className="size-4" />
              {t("filters")}
              {chips.length > 0 && (
                <span className="inline-flex size-5 items-center justify-center rounded-full bg-accent text-12 text-on-accent tabular">
                  {chips.length}
                </span>
              )}
            </>
          }
          panelClass="tablet:w-115"
        >
          <Suspense fallback={<Loading />}>
            <FilterPanel list={list} filters={filters} filter={filter}>
              {fields}
              <AccountFilter value={filters.account} onChange={(account) => filter({ account })} />
            </FilterPanel>
          </Suspense>
        </Popover>
        <Popover
          isOpen={open === "saved"}
          onChange={toggleSaved}
          title={t("saved")}
          buttonClass={buttonClass("secondary", "w-full px-3 text-14")}
          button={
            <>
              <Bookmark aria-hidden className="size-4" />
              {t("saved")}
            </>
          }
          panelClass="tablet:w-90"
        >
          <Suspense fallback={<Loading />}>
            <SavedPanel
              list={list}
              filters={filters}
              onApply={(saved) => {
                setOpen(undefined);
                table.apply(saved);
              }}
            />
          </Suspense>
        </Popover>
        <IconButton label={t("keys")} aria-keyshortcuts="?" onClick={onKeys} className="max-desktop:hidden">
          <Keyboard aria-hidden className="size-5" />
        </IconButton>
      </div>
      {table.isFiltered && <FilterChips chips={chips} onClear={table.clear} />}
    </div>
  );
}

const Loading = () => <Skeleton className="h-40 w-full" />;
