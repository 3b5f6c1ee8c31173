import type { Strategy } from "@chartrelay/contract";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
import { setState } from "../strategies/index.ts";

interface StateControlProps {
  readonly strategy: Strategy;
  readonly onChange: () => void;
}

/** Pauses a strategy, or switches it on again. Both say first what will happen. */
export function StateControl({ strategy, onChange }: StateControlProps) {
  const { t } = useTranslation("strategy");
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const { id, name, mode, state } = strategy;
  const next = state === "on" ? "paused" : "on";
  const Icon = next === "on" ? Play : Pause;

  async function change() {
    setIsBusy(true);
    setTrouble(undefined);
    try {
      await dispatch(setState(id, next));
      setIsAsked(false);
      onChange();
    } catch (error) {
      log.warn("a strategy's state could not be changed", error);
      setTrouble(troubleOf(error));
    }
    setIsBusy(false);
  }

  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        className="px-4 text-14"
        onClick={() => {
          setTrouble(undefined);
          setIsAsked(true);
        }}
      >
        <Icon aria-hidden className="size-4" />
        {t(`to_${next}`)}
      </Button>
      <Dialog isOpen={isAsked} onClose={() => setIsAsked(false)} title={t(`to_${next}_title`, { name })}>
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
          {next === "paused" ? (
            <>
              <li>{t("pause_1")}</li>
              <li>{t("pause_2")}</li>
              <li>{t(`pause_3_${mode}`)}</li>
            </>
          ) : (
            <>
              <li>{t("resume_1")}</li>
              <li>{t(`resume_2_${mode}`)}</li>
            </>
          )}
        </ul>
        <p role="alert" className="mt-4 text-14 text-error empty:hidden">
          {trouble && (
            <>
              {trouble.text} <code className="font-mono text-12">{trouble.code}</code>
            </>
          )}
        </p>
        <div className="mt-6 flex flex-col gap-2 tablet:flex-row-reverse">
          <Button isBusy={isBusy} onClick={() => void change()} className="grow">
            {t(`to_${next}_confirm`)}
          </Button>
          <Button look="secondary" onClick={() => setIsAsked(false)} className="grow">
            {t("cancel")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
