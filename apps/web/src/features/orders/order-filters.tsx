import {
  ENVIRONMENTS,
  ORDER_SIDES,
  STATUSES,
  VENUES,
  type Environment,
  type OrderSide,
  type Status,
  type VenueName,
} from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { ChoiceFilter, TextFilter } from "../../core/table/filters.tsx";
import { ListFilters } from "../../core/table/list-filters.tsx";
import { StrategyFilter, StrategyName } from "../../core/table/strategy-filter.tsx";
import type { TableControl } from "../../core/table/table-state.ts";
import type { OrderFilterName } from "./filters.ts";

interface OrderFiltersProps {
  readonly table: TableControl<OrderFilterName>;
  readonly onKeys: () => void;
}

/** The filters of the order list. */
export function OrderFilters({ table, onKeys }: OrderFiltersProps) {
  const { t } = useTranslation(["orders", "trading"]);
  const { filters, filter } = table;
  const named = (values: readonly (Status | VenueName | OrderSide | Environment)[]) =>
    values.map((value) => ({ value, label: t(value, { ns: "trading" }) }));
  const choices = {
    side: { label: t("any_side"), options: named(ORDER_SIDES) },
    environment: { label: t("any_environment"), options: named(ENVIRONMENTS) },
    venue: { label: t("any_venue"), options: named(VENUES) },
  };
  const chipOf = (key: keyof typeof choices | "ticker", label: string | undefined) =>
    label ? [{ key, label, onRemove: () => filter({ [key]: "" }) }] : [];
  const chosen = Object.entries(choices).flatMap(([name, { options }]) => {
    const key = name as keyof typeof choices;
    return chipOf(key, options.find(({ value }) => value === filters[key])?.label);
  });
  const strategyChip = filters.strategy
    ? [
        {
          key: "strategy",
          label: <StrategyName id={filters.strategy} />,
          onRemove: () => filter({ strategy: "" }),
        },
      ]
    : [];
  return (
    <ListFilters
      list="orders"
      table={table}
      searchLabel={t("search")}
      statuses={named(STATUSES)}
      fields={
        <>
          <TextFilter label={t("ticker")} value={filters.ticker} onChange={(ticker) => filter({ ticker }, true)} />
          {Object.entries(choices).map(([key, choice]) => (
            <ChoiceFilter
              key={key}
              {...choice}
              value={filters[key as keyof typeof choices]}
              onChange={(value) => filter({ [key]: value })}
              // Half a phone's width is too narrow for the longer names.
              className={key === "side" ? "" : "max-tablet:col-span-2"}
            />
          ))}
          <StrategyFilter value={filters.strategy} onChange={(strategy) => filter({ strategy })} />
        </>
      }
      ownChips={[...chosen, ...chipOf("ticker", filters.ticker), ...strategyChip]}
      onKeys={onKeys}
    />
  );
}
