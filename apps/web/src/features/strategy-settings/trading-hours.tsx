import { useController, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../lib/field-error.ts";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { SettingsValues } from "./values.ts";
import { zonesWith } from "./zones.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** A Monday: the days' names follow from it. */
const A_MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** On which days, and from when to when, a strategy may enter. */
export function TradingHours() {
  const { t, i18n } = useTranslation("strategy-settings");
  const errorOf = useFieldError();
  const { control, register, formState } = useFormContext<SettingsValues>();
  const { field } = useController({ control, name: "days" });
  const [from, to, zone] = useWatch({ control, name: ["from", "to", "hoursZone"] });
  const { errors } = formState;
  const nameOf = (day: number, weekday: "short" | "long") =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: "UTC" }).format(A_MONDAY_MS + (day - 1) * DAY_MS);
  const daysError = errorOf(errors.days as { type: string; message?: string } | undefined);

  return (
    <div className="flex flex-col gap-4 pt-2">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-14 font-medium">{t("days")}</legend>
        <div className="flex flex-wrap gap-1.5">
          {DAYS.map((day) => {
            const isChosen = field.value.includes(day);
            return (
              <label
                key={day}
                className={classNames(
                  "inline-flex min-h-11 min-w-12 cursor-pointer items-center justify-center rounded-control border px-2 text-14 font-medium transition-colors duration-150 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent",
                  isChosen ? "border-accent bg-accent text-on-accent" : "border-edge hover:bg-accent-soft",
                )}
              >
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={isChosen}
                  aria-label={nameOf(day, "long")}
                  onChange={() => field.onChange(DAYS.filter((each) => field.value.includes(each) !== (each === day)))}
                />
                <span aria-hidden>{nameOf(day, "short")}</span>
              </label>
            );
          })}
        </div>
        <p role={daysError === undefined ? undefined : "alert"} className="text-14 text-error empty:hidden">
          {daysError}
        </p>
      </fieldset>
      <div className="grid items-start gap-4 tablet:grid-cols-[9.5rem_9.5rem_minmax(0,1fr)]">
        <TextField {...register("from")} type="time" label={t("from")} error={errorOf(errors.from)} />
        <TextField {...register("to")} type="time" label={t("to")} error={errorOf(errors.to)} />
        <SelectField
          {...register("hoursZone")}
          label={t("hours_zone")}
          options={zonesWith(zone)}
          error={errorOf(errors.hoursZone)}
        />
      </div>
      {from !== "" && to !== "" && to <= from && (
        <p className="text-14 text-muted">{t("across_midnight", { from, to })}</p>
      )}
    </div>
  );
}
