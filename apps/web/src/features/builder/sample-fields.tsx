import { useTranslation } from "react-i18next";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { SampleName, Samples } from "./samples.ts";

interface SampleFieldsProps {
  /** The samples that the message needs. */
  readonly needed: readonly SampleName[];
  readonly samples: Samples;
  readonly onChange: (change: Partial<Samples>) => void;
}

/** What TradingView would fill in: without it, nobody knows what an alert's template does. */
export function SampleFields({ needed, samples, onChange }: SampleFieldsProps) {
  const { t } = useTranslation(["builder", "trading"]);
  if (needed.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2 rounded-control border border-dashed border-edge p-3">
      <legend className="px-1 text-14 text-muted">{t("samples")}</legend>
      <div className="grid grid-cols-2 gap-3 tablet:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
        {needed.map((name) =>
          name === "direction" ? (
            <SelectField
              key={name}
              label={t("side")}
              value={samples.direction}
              onChange={({ target }) => onChange({ direction: target.value })}
              options={[
                { value: "buy", label: t("BUY", { ns: "trading" }) },
                { value: "sell", label: t("SELL", { ns: "trading" }) },
              ]}
            />
          ) : (
            <TextField
              key={name}
              label={t(`sample_${name}`)}
              value={samples[name] ?? ""}
              autoComplete="off"
              spellCheck={false}
              {...(name !== "ticker" && { inputMode: "decimal" as const })}
              onChange={({ target }) => onChange({ [name]: target.value.trim() })}
            />
          ),
        )}
      </div>
    </fieldset>
  );
}
