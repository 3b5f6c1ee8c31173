/** Fields that filter a list. Each is in the address as soon as it is set. */
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SEARCH_MARK } from "./list-keys.ts";

/** The container of the fields; on a narrow screen they are in rows. What opens in it takes its width there. */
export const FILTER_BAR = "relative flex flex-wrap items-center gap-2";

const FIELD = "control min-h-11 text-14";
/** The search runs after this pause in typing. */
const TYPING_PAUSE_MS = 300;

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Returns what is typed, which is reported after a pause. */
function useTyped({ value = "", onChange }: Pick<FilterProps, "value" | "onChange">) {
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
  return [typed, setTyped] as const;
}

export function SearchFilter({ label, ...filter }: FilterProps) {
  const [typed, setTyped] = useTyped(filter);
  return (
    <span className="relative block grow basis-full desktop:basis-60">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => key === "Escape" && typed === "" && currentTarget.blur()}
        {...{ [SEARCH_MARK]: "" }}
        className={`peer ${FIELD} pr-10 pl-9`}
      />
      {typed === "" && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden h-6 items-center rounded-[6px] border border-line px-1.5 font-mono text-12 text-muted peer-focus:invisible desktop:flex"
        >
          /
        </kbd>
      )}
    </span>
  );
}

/** A short text that is sought whole. */
export function TextFilter({ label, ...filter }: FilterProps) {
  const [typed, setTyped] = useTyped(filter);
  return (
    <input
      type="text"
      aria-label={label}
      placeholder={label}
      autoCapitalize="characters"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      className={`${FIELD} min-w-0`}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** Every value but "any", with its label. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly className?: string;
  /** One of them always counts. */
  readonly isRequired?: boolean;
}

/** Its label is what it shows while nothing is chosen. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, value = "", onChange, options, className = "", isRequired = false } = props;
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`${FIELD} min-w-0 ${className}`}
    >
      {(!isRequired || value === "") && <option value="">{label}</option>}
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
    <label className="flex min-w-0 flex-col gap-1 text-14 text-muted">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${FIELD} min-w-0 px-2 tabular`}
      />
    </label>
  );
}
