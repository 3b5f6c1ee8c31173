import type { Strategy } from "@chartrelay/contract";
import { toNestErrors } from "@hookform/resolvers";
import { useForm, type FieldError, type Resolver, type UseFormReturn } from "react-hook-form";
import { newValues, problemsOf, valuesOf, type SettingsValues } from "./values.ts";

export type SettingsForm = UseFormReturn<SettingsValues>;

const resolver: Resolver<SettingsValues> = (values, _, options) => {
  const errors = Object.fromEntries(
    Array.from(problemsOf(values), ([field, message]): [string, FieldError] => [field, { type: "invalid", message }]),
  );
  if (Object.keys(errors).length === 0) return { values, errors: {} };
  return { values: {}, errors: toNestErrors(errors, options) };
};

const readersZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a form that shows a strategy, or what a new one begins with. */
export function useSettingsForm(strategy: Strategy | undefined): SettingsForm {
  return useForm<SettingsValues>({
    resolver,
    mode: "onTouched",
    defaultValues: strategy ? valuesOf(strategy) : newValues(readersZone()),
  });
}
