/** Fields that filter a list. Each is in the address as soon as it is set. */
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";

/** The container of the fields; on a narrow screen they are in rows. */
export const FILTER_BAR = "flex flex-col gap-2 tablet:flex-row tablet:flex-wrap tablet:items-center";
/** Fields that share a row on a narrow screen. */
export const FILTER_ROW = "flex items-center gap-2 tablet:contents";

const FIELD = "control min-h-11 text-14";
/** The search runs after this pause in typing. */
const TYPING_PAUSE_MS = 300;

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

export function SearchFilter({ label, value = "", onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  // The address changed in another way: by the back button, or by "clear".
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => report.current(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <span className="relative block grow tablet:basis-full desktop:basis-50">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${FIELD} pl-9`}
      />
    </span>
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** Every value but "any", with its label. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly className?: string;
}

/** Its label is what it shows while nothing is chosen. */
export function ChoiceFilter({ label, value = "", onChange, options, className = "" }: ChoiceFilterProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${FIELD} min-w-0 flex-1 tablet:w-auto tablet:flex-none ${className}`}
    >
      <option value="">{label}</option>
      {options.map(({ value: option, label: text }) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A day as 'yyyy-MM-dd'. */
export function DayFilter({ label, value = "", onChange }: FilterProps) {
  return (
    <label className="flex min-w-0 flex-1 items-center gap-2 text-14 text-muted tablet:flex-none">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${FIELD} w-auto min-w-0 grow px-2 tabular tablet:px-3`}
      />
    </label>
  );
}

/** Clears all filters at once. */
export function ClearFilters({ label, onClear }: { readonly label: string; readonly onClear: () => void }) {
  return (
    <Button look="quiet" className="shrink-0 px-3 text-14" onClick={onClear}>
      <X aria-hidden className="size-4" />
      {label}
    </Button>
  );
}
