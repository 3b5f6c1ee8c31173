import { ACCOUNT_NAME_MAX_LENGTH } from "@chartrelay/contract";
import { useFormState, useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../lib/field-error.ts";
import { TextField } from "../../ui/field.tsx";
import type { EntriesForm } from "./entry.ts";

interface NameFieldProps {
  readonly form: UseFormReturn<EntriesForm>;
  readonly index: number;
}

/** The trader's name for an account. Two may share one; the hint mentions it, in case that wasn't intended. */
export function NameField({ form, index }: NameFieldProps) {
  const { t } = useTranslation("accounts");
  const errorOf = useFieldError();
  const { control, getValues, register } = form;
  const { errors } = useFormState({ control });
  const name = useWatch({ control, name: `entries.${index}.name` });
  const isTwin = getValues("entries").some(
    (other, at) => at !== index && !other.isDeleted && name.trim() !== "" && isSameName(other.name, name),
  );
  return (
    <TextField
      {...register(`entries.${index}.name`)}
      label={t("name")}
      hint={t(isTwin ? "name_twin" : "name_hint")}
      maxLength={ACCOUNT_NAME_MAX_LENGTH}
      autoComplete="off"
      error={errorOf(errors.entries?.[index]?.name)}
    />
  );
}

/** Names that a reader would mix up. */
function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
}
