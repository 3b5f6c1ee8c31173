import { STOP_LEVELS, type StopLevel, type StopScope } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { RadioCards } from "../../ui/radio-cards.tsx";

interface LevelChoiceProps {
  readonly scope: StopScope;
  readonly level: StopLevel;
  readonly onChoose: (level: StopLevel) => void;
}

/** How far the kill switch goes: each level does what the one before it does, and more. */
export function LevelChoice({ scope, level, onChoose }: LevelChoiceProps) {
  const { t } = useTranslation("stops");
  return (
    <RadioCards
      label={t("level")}
      value={level}
      options={STOP_LEVELS.map((each) => ({
        value: each,
        title: t(`level_${each}`),
        hint: t(each === "flatten" ? `level_flatten_${scope}` : `level_${each}_hint`),
      }))}
      onChoose={onChoose}
    />
  );
}
