import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../lib/field-error.ts";
import { Block } from "../../ui/block.tsx";
import { TextField } from "../../ui/field.tsx";
import { Choice } from "./choice.tsx";
import type { SettingsValues } from "./values.ts";

/** Which contract a continuous symbol stands for. */
export function RollBlock() {
  const { t } = useTranslation("strategy-settings");
  const errorOf = useFieldError();
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Block title={t("roll")} hint={t("roll_hint")}>
      <div className="tablet:max-w-80">
        <TextField
          {...register("daysBeforeExpiry")}
          label={t("daysBeforeExpiry")}
          hint={t("daysBeforeExpiry_hint")}
          inputMode="numeric"
          autoComplete="off"
          error={errorOf(formState.errors.daysBeforeExpiry)}
        />
      </div>
      <Choice
        name="onDisagreement"
        options={["refuse", "message", "rule"]}
        title={t("onDisagreement")}
        hint={t("onDisagreement_hint")}
        columns={3}
      />
    </Block>
  );
}
