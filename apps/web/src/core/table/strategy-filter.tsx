import { useTranslation } from "react-i18next";
import { useIdle } from "../../ui/lazy-panel.tsx";
import { fetchStrategies } from "../trading/strategies.ts";
import { useLoaded } from "../use-loaded.ts";
import { ChoiceFilter } from "./filters.tsx";

interface StrategyFilterProps {
  /** A strategy's id. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/**
 * A choice of the trader's strategies; nothing for a trader who has none. It is asked for once the rows are shown, which
 * its reader came for.
 */
export function StrategyFilter(props: StrategyFilterProps) {
  return useIdle() && <StrategyChoice {...props} />;
}

/** A strategy that is gone stays chosen. */
function StrategyChoice({ value = "", onChange }: StrategyFilterProps) {
  const { t } = useTranslation("lists");
  const { value: strategies = [] } = useLoaded(fetchStrategies);
  if (strategies.length === 0 && value === "") return null;
  const options = strategies.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = value === "" || strategies.some(({ id }) => id === value);
  return (
    <ChoiceFilter
      label={t("any_strategy")}
      value={value}
      options={isKnown ? options : [...options, { value, label: t("a_strategy") }]}
      onChange={onChange}
      className="col-span-2"
    />
  );
}

/** What the strategy with an id is called. */
export function StrategyName({ id }: { readonly id: string }) {
  const { t } = useTranslation("lists");
  const { value: strategies = [] } = useLoaded(fetchStrategies);
  return strategies.find((each) => each.id === id)?.name ?? t("a_strategy");
}
