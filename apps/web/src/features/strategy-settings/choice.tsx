import type { ReactNode } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { RadioCards } from "../../ui/radio-cards.tsx";
import type { SettingsValues } from "./values.ts";

type ChoiceName = "mode" | "onGap" | "start" | "onDisagreement" | "clientCertificate";

interface ChoiceProps<Name extends ChoiceName> {
  readonly name: Name;
  readonly options: readonly SettingsValues[Name][];
  readonly title: string;
  readonly hint?: ReactNode;
  readonly columns?: 2 | 3;
}

/** A choice of few, each with what it does. */
export function Choice<Name extends ChoiceName>({ name, options, title, hint, columns }: ChoiceProps<Name>) {
  const { t } = useTranslation("strategy-settings");
  const { control } = useFormContext<SettingsValues>();
  const { field } = useController({ control, name });
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium">{title}</h3>
        {hint && <p className="text-14 text-muted">{hint}</p>}
      </div>
      <RadioCards
        label={title}
        value={field.value}
        options={options.map((value) => ({
          value,
          title: t(`${name}_${value}` as "mode_delta"),
          hint: t(`${name}_${value}_hint` as "mode_delta_hint"),
        }))}
        onChoose={(value) => field.onChange(value)}
        {...(columns && { columns })}
      />
    </div>
  );
}
