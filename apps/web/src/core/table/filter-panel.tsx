import type { FilteredList, Reason } from "@chartrelay/contract";
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Thunk } from "../thunk.ts";
import { useWhy } from "../trading/why.ts";
import { useLoaded } from "../use-loaded.ts";
import { ChoiceFilter, DayFilter } from "./filters.tsx";
import { reasonsIn } from "./shared-filters.ts";
import type { Filters } from "./table-state.ts";

type Shared = "reason" | "from" | "to" | "sort";

interface FilterPanelProps {
  readonly list: FilteredList;
  readonly filters: Filters<Shared>;
  readonly filter: (change: Filters<Shared | "period">) => void;
  /** Other fields. */
  readonly children: ReactNode;
}

/** The filters that are needed less often. */
export function FilterPanel({ list, filters, filter, children }: FilterPanelProps) {
  const { t } = useTranslation("lists");
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2">
        {children}
        <ChoiceFilter
          label={t("newest_first")}
          value={filters.sort}
          options={[{ value: "oldest", label: t("oldest_first") }]}
          onChange={(sort) => filter({ sort })}
          className="col-span-2 tablet:hidden"
        />
        <DayFilter label={t("from")} value={filters.from} onChange={(from) => filter({ from, period: "" })} />
        <DayFilter label={t("to")} value={filters.to} onChange={(to) => filter({ to, period: "" })} />
      </div>
      <Reasons
        list={list}
        chosen={reasonsIn(filters.reason)}
        onChange={(reasons) => filter({ reason: reasons.join(",") })}
      />
    </div>
  );
}

const loadReasons =
  (list: FilteredList): Thunk<Reason[]> =>
  (_, __, { client }) =>
    client.get(`/${list}/me/reasons`);

interface ReasonsProps {
  readonly list: FilteredList;
  readonly chosen: readonly Reason[];
  readonly onChange: (reasons: readonly Reason[]) => void;
}

/** The reasons that the trader's own rows have. */
function Reasons({ list, chosen, onChange }: ReasonsProps) {
  const { t } = useTranslation("lists");
  const why = useWhy();
  const { value: used, error } = useLoaded(useCallback(() => loadReasons(list), [list]));
  const offered = [...new Set([...(used ?? []), ...chosen])];
  return (
    <fieldset>
      <legend className="mb-1 text-14 text-muted">{t("reason")}</legend>
      {!used && !error && <Skeleton className="h-20 w-full" />}
      {(used ?? error) !== undefined && offered.length === 0 && (
        <p className="text-14 text-muted">{t(error ? "no_reasons_loaded" : "no_reasons")}</p>
      )}
      {offered.map((reason) => (
        <label
          key={reason}
          className="flex min-h-11 items-start gap-3 rounded-control px-2 py-3 text-14 hover:bg-accent-soft tablet:min-h-9 tablet:py-2"
        >
          <input
            type="checkbox"
            checked={chosen.includes(reason)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, reason] : chosen.filter((name) => name !== reason))
            }
            className="choice"
          />
          {why({ reason })}
        </label>
      ))}
    </fieldset>
  );
}
