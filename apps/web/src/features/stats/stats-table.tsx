import { SUBSCRIPTION_TYPES, USER_STATS_SORTS, type UserStats } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { CsvButton } from "../../core/table/csv-button.tsx";
import { FilterChips } from "../../core/table/filter-chips.tsx";
import { ChoiceFilter, FILTER_BAR, SearchFilter } from "../../core/table/filters.tsx";
import { NothingFits, PagedTable } from "../../core/table/paged-table.tsx";
import { useTableState } from "../../core/table/table-state.ts";
import { classNames } from "../../ui/class-names.ts";
import type { Column, Compact } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { nameOrder, nextOrder, STATS_NAMES, statsOrder, statsQuery } from "./filters.ts";
import { selectStats } from "./slice.ts";

/** All users, for admins. `failure`: why they could not be loaded, if known. */
export function StatsTable({ failure }: { readonly failure?: unknown }) {
  const { t } = useTranslation("users");
  const stats = useSelector(selectStats);
  const table = useTableState(STATS_NAMES);
  const columns = useStatsColumns();
  const { filters, filter } = table;
  const order = statsOrder(filters);
  const sortBy = (key: string) => {
    const sort = USER_STATS_SORTS.find((name) => name === key);
    if (sort) filter(nameOrder(nextOrder(order, sort)));
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{t("title")}</DashboardTitle>
        <span className="ml-auto">
          <CsvButton path="/users/stats/csv" query={statsQuery(filters)} fileName="users.csv" />
        </span>
      </div>
      <div role="search" aria-label={t("filters")} className={FILTER_BAR}>
        <SearchFilter label={t("search")} value={filters.search} onChange={(search) => filter({ search }, true)} />
        <ChoiceFilter
          label={t("any_tariff")}
          value={filters.tariff}
          options={SUBSCRIPTION_TYPES.map((value) => ({ value, label: value }))}
          onChange={(tariff) => filter({ tariff })}
          className="flex-1 tablet:w-auto tablet:flex-none"
        />
        <ChoiceFilter
          label={t("newest_first")}
          value={Object.values(nameOrder(order)).join(" ").trim()}
          options={columns.flatMap(({ key, title, isSortable }) =>
            isSortable
              ? [
                  { value: `${key} desc`, label: t("sorted_desc", { column: title }) },
                  { value: `${key} asc`, label: t("sorted_asc", { column: title }) },
                ]
              : [],
          )}
          onChange={(value) => {
            const [sort = "", direction = ""] = value.split(" ");
            filter({ sort, direction });
          }}
          className="flex-1 tablet:hidden"
        />
      </div>
      {table.isFiltered && <FilterChips chips={[]} onClear={table.clear} />}
      <PagedTable
        page={stats}
        failure={failure}
        table={table}
        caption={t("title")}
        columns={columns}
        compact={useCompactUser(columns)}
        rowKey={({ id }) => id}
        empty={<NothingFits reason={t("none_filtered")} onClear={table.clear} />}
        sorting={{ by: order.sort, isDescending: order.direction === "desc", onSort: sortBy }}
      />
    </div>
  );
}

/** The columns of the specification (section 2), in its order; those that the API sorts by have its names. */
function useStatsColumns(): readonly Column<UserStats>[] {
  const { t } = useTranslation("users");
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      {
        key: "createdDate",
        title: t("date"),
        cell: ({ createdDate }) => <DateTime at={createdDate} />,
        isSortable: true,
      },
      {
        key: "email",
        title: t("email"),
        cell: ({ email }) => <Long text={email} className="tablet:max-w-[17ch] desktop:max-w-[28ch]" />,
        isWide: true,
        isSortable: true,
      },
      {
        key: "fullName",
        title: t("full_name"),
        cell: ({ fullName }) => <Long text={fullName} className="tablet:max-w-[12ch] desktop:max-w-[16ch]" />,
        isWide: true,
        isSortable: true,
      },
      { key: "telegram", title: t("telegram"), cell: ({ telegram }) => telegram || "-" },
      {
        key: "utm",
        title: t("utm"),
        cell: ({ utm }) => <Long text={utm} className="tablet:max-w-[9ch] desktop:max-w-[12ch]" />,
      },
      {
        key: "tariff",
        title: t("tariff"),
        cell: ({ isPro }) => <Tariff isPro={isPro} />,
      },
      {
        key: "expirationPro",
        title: t("expiration"),
        cell: ({ expirationPro }) => <DateTime at={expirationPro} />,
        isSortable: true,
      },
      {
        key: "countOrders",
        title: t("orders"),
        cell: ({ countOrders }) => countOrders,
        isNumber: true,
        isSortable: true,
      },
      {
        key: "lastOrderDate",
        title: t("last_order"),
        cell: ({ lastOrderDate }) => <DateTime at={lastOrderDate} />,
        isSortable: true,
      },
    ],
    [t],
  );
}

const ON_FIRST_LINES = new Set(["index", "email", "tariff"]);

/** A user in two lines, for a narrow screen; a tap unfolds the other columns. */
function useCompactUser(columns: readonly Column<UserStats>[]): Compact<UserStats> {
  const { t } = useTranslation("users");
  return useMemo(
    () => ({
      title: ({ email }, index) => (
        <span className="[overflow-wrap:anywhere]">
          <span className="text-muted tabular">{index + 1}</span> <span className="font-medium">{email || "-"}</span>
        </span>
      ),
      status: ({ isPro }) => <Tariff isPro={isPro} />,
      details: ({ fullName, createdDate, countOrders }) => (
        <>
          {fullName && `${fullName} · `}
          <DateTime at={createdDate} />
          {` · ${t("orders")}: ${countOrders}`}
        </>
      ),
      more: (row) => (
        <dl className="grid grid-cols-2 gap-3 text-14">
          {columns.map(({ key, title, cell }) =>
            ON_FIRST_LINES.has(key) ? null : (
              <div key={key} className="min-w-0">
                <dt className="text-12 text-muted">{title}</dt>
                <dd>{cell(row, 0)}</dd>
              </div>
            ),
          )}
        </dl>
      ),
    }),
    [columns, t],
  );
}

function Tariff({ isPro }: { readonly isPro: boolean }) {
  return <span className={isPro ? "font-semibold text-accent" : ""}>{isPro ? "PRO" : "TRIAL"}</span>;
}

/** Text of any length that a user wrote: shows two lines of it, and all of it on hover. */
function Long({ text, className }: { readonly text: string | null; readonly className: string }) {
  if (!text) return "-";
  // An address wraps after its @.
  const [first, ...rest] = text.split(/(?<=@)/);
  return (
    <span title={text} className={classNames("break-words tablet:line-clamp-2", className)}>
      {first}
      {rest.length > 0 && <wbr />}
      {rest}
    </span>
  );
}
