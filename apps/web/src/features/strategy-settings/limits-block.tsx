import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../lib/field-error.ts";
import { Block } from "../../ui/block.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TradingHours } from "./trading-hours.tsx";
import { zonesWith } from "./zones.ts";
import type { SettingsValues } from "./values.ts";

const LIMITS = ["maxPosition", "pyramiding", "maxOrdersPerDay", "maxDailyLoss", "maxDailyDrawdown"] as const;
/** Whole numbers. */
const COUNTS: ReadonlySet<string> = new Set(["pyramiding", "maxOrdersPerDay"]);

/** What stops a strategy's entries. Exits always go through. */
export function LimitsBlock() {
  const { t } = useTranslation("strategy-settings");
  const errorOf = useFieldError();
  const { control, register, formState, setValue } = useFormContext<SettingsValues>();
  const [hasHours, timeZone] = useWatch({ control, name: ["hasHours", "timeZone"] });
  return (
    <Block title={t("limits")} hint={t("limits_hint")}>
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        {LIMITS.map((name) => (
          <TextField
            key={name}
            {...register(name)}
            label={t(name)}
            hint={t(`${name}_hint`)}
            placeholder={t("no_limit")}
            inputMode={COUNTS.has(name) ? "numeric" : "decimal"}
            autoComplete="off"
            error={errorOf(formState.errors[name])}
          />
        ))}
        <SelectField
          {...register("timeZone")}
          label={t("timeZone")}
          hint={t("timeZone_hint")}
          options={zonesWith(timeZone)}
          error={errorOf(formState.errors.timeZone)}
        />
      </div>
      <div className="border-t border-line pt-2">
        <Switch
          label={t("hours")}
          hint={t("hours_hint")}
          isOn={hasHours}
          onChange={(isOn) => setValue("hasHours", isOn, { shouldDirty: true, shouldValidate: true })}
        />
        {hasHours && <TradingHours />}
      </div>
    </Block>
  );
}
