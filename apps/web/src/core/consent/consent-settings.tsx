import { useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ONLY_BASIC, type Categories } from "./consent.ts";

interface ConsentSettingsProps {
  readonly onSave: (categories: Categories) => void;
  readonly onBack: () => void;
}

/** What the visitor allows, by category. The basic ones are always on. */
export default function ConsentSettings({ onSave, onBack }: ConsentSettingsProps) {
  const { t } = useTexts("consent");
  const [categories, setCategories] = useState<Categories>(ONLY_BASIC);
  return (
    <>
      <div className="mt-2 divide-y divide-line">
        <Switch label={t("basic")} hint={t("basic_hint")} isOn isLocked />
        <Switch
          label={t("analytics")}
          hint={t("analytics_hint")}
          isOn={categories.analytics}
          onChange={(analytics) => setCategories({ ...categories, analytics })}
        />
        <Switch
          label={t("advertising")}
          hint={t("advertising_hint")}
          isOn={categories.advertising}
          onChange={(advertising) => setCategories({ ...categories, advertising })}
        />
      </div>
      <div className="mt-4 flex gap-2">
        <Button className="grow" onClick={() => onSave(categories)}>
          {t("save")}
        </Button>
        <Button look="secondary" onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}
