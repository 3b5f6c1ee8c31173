import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface RadioCardsProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly title: string; readonly hint?: ReactNode }[];
  readonly onChoose: (value: Value) => void;
  /** Side by side where there is room. */
  readonly columns?: 2 | 3;
}

const COLUMNS = { 2: "tablet:grid-cols-2", 3: "tablet:grid-cols-3" } as const;

/** A choice of few, each with what it means. */
export function RadioCards<Value extends string>({ label, value, options, onChoose, columns }: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classNames("grid gap-2", columns && COLUMNS[columns])}>
      {options.map(({ value: each, title, hint }) => (
        <label
          key={each}
          className={classNames(
            "flex cursor-pointer gap-3 rounded-card border p-3 transition-colors duration-150 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent",
            each === value ? "border-accent bg-accent-soft" : "border-line hover:border-edge",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onChoose(each)}
            aria-label={title}
            aria-describedby={hint ? `${name}-${each}` : undefined}
            className="mt-0.5 choice outline-none"
          />
          <span className="flex min-w-0 flex-col gap-0.5">
            <span className="font-semibold">{title}</span>
            {hint && (
              <span id={`${name}-${each}`} className="text-14 text-muted">
                {hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
