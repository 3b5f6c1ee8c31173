import type { Strategy } from "@chartrelay/contract";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { setState } from "../strategies/index.ts";

interface StateControlProps {
  readonly strategy: Strategy;
  readonly onChange: () => void;
}

/** Pauses a strategy, or switches it on again. Both say first what will happen. */
export function StateControl({ strategy: { id, name, mode, state }, onChange }: StateControlProps) {
  const { t } = useTranslation("strategy");
  const dispatch = useAppDispatch();
  const [isAsked, setIsAsked] = useState(false);
  const next = state === "on" ? "paused" : "on";
  const Icon = next === "on" ? Play : Pause;
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" className="px-4 text-14" onClick={() => setIsAsked(true)}>
        <Icon aria-hidden className="size-4" />
        {t(`to_${next}`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t(`to_${next}_title`, { name })}
        points={
          next === "paused"
            ? [t("pause_1"), t("pause_2"), t(`pause_3_${mode}`)]
            : [t("resume_1"), t(`resume_2_${mode}`)]
        }
        confirm={t(`to_${next}_confirm`)}
        cancel={t("cancel")}
        onConfirm={async () => {
          await dispatch(setState(id, next));
          onChange();
        }}
        onClose={() => setIsAsked(false)}
      />
    </>
  );
}
