import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field } from "./field.tsx";

interface SelectFieldProps extends Omit<ComponentProps<"select">, "children" | "required"> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** The choices, in order. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice from a native select: every keyboard and every phone knows it. */
export function SelectField({ label, hint, error, isRequired, options, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(isRequired && { isRequired })}>
      {(control) => (
        <select {...select} {...control} className={classNames("control", className)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
