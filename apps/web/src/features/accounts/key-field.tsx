import { MASKED_KEY } from "@chartrelay/contract";
import { useController, type Control, type FieldPath } from "react-hook-form";
import { useFieldError } from "../../lib/field-error.ts";
import { TextField } from "../../ui/field.tsx";
import { isMasked, type EntriesForm } from "./entry.ts";

interface KeyFieldProps {
  readonly control: Control<EntriesForm>;
  readonly name: FieldPath<EntriesForm> & `entries.${number}.${"apiKey" | "secretKey"}`;
  readonly label: string;
  readonly isSecret?: boolean;
}

/** A key. A saved one is shown as dots: they give way to a new key, and return when none is entered. */
export function KeyField({ control, name, label, isSecret = false }: KeyFieldProps) {
  const errorOf = useFieldError();
  const { field, fieldState, formState } = useController({ control, name });
  const [, index, key] = name.split(".") as [string, string, "apiKey" | "secretKey"];
  const wasMasked = isMasked(formState.defaultValues?.entries?.[Number(index)]?.[key] ?? "");
  return (
    <TextField
      {...field}
      label={label}
      type={isSecret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      onFocus={() => isMasked(field.value) && field.onChange("")}
      onBlur={() => {
        if (field.value === "" && wasMasked) field.onChange(MASKED_KEY);
        field.onBlur();
      }}
      className="font-mono text-14"
      error={errorOf(fieldState.error)}
    />
  );
}
