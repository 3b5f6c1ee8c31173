import type { Stop, StopLevel } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TroubleText } from "../../ui/trouble-text.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
import { pullStop } from "./api.ts";
import { LevelChoice } from "./level-choice.tsx";
import { StopState } from "./stop-state.tsx";
import { payloadOf, type StopSubject } from "./subject.ts";

interface StopDialogProps {
  readonly subject: StopSubject;
  /** The stop in force, as it is now. */
  readonly stop: Stop | undefined;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Asks how far to go, says what each level does, pulls the switch, and then shows how it works and its proof. */
export default function StopDialog({ subject, stop, onChange, onClose }: StopDialogProps) {
  const { t } = useTranslation("stops");
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  const [level, setLevel] = useState<StopLevel>("stop");
  const [isBusy, setIsBusy] = useState(false);
  const [pulled, setPulled] = useState<Stop>();
  const [trouble, setTrouble] = useState<Trouble>();
  // The answer to the pull comes before the list does.
  const shown = stop ?? pulled;

  async function pull() {
    setIsBusy(true);
    setTrouble(undefined);
    try {
      setPulled(await dispatch(pullStop(payloadOf(subject, level))));
      onChange();
    } catch (error) {
      log.error("the kill switch could not be pulled", error);
      setTrouble(troubleOf(error));
    }
    setIsBusy(false);
  }

  const what = subject.scope === "strategy" ? { name: subject.name } : {};
  if (shown) {
    return (
      <Dialog isOpen onClose={onClose} title={t(`title_${subject.scope}_now`, what)}>
        <StopState stop={shown} onLifted={() => (onChange(), onClose())} isPlain />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={t(`title_${subject.scope}`, what)} description={t(`what_${subject.scope}`)}>
      {subject.scope === "account" && <AccountLabel account={subject.account} className="mb-4 text-14" />}
      <LevelChoice scope={subject.scope} level={level} onChoose={setLevel} />
      <p className="mt-4 text-14 text-muted">{t("until_lifted")}</p>
      <TroubleText trouble={trouble} title={t("not_pulled")} className="mt-4" />
      <div className="mt-6 flex flex-col gap-2">
        <Button look="danger" isBusy={isBusy} onClick={() => void pull()}>
          {t(`confirm_${level}`)}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t("keep")}
        </Button>
      </div>
    </Dialog>
  );
}
