import { useState, type ReactNode } from "react";
import { log } from "../lib/log.ts";
import { Button, type ButtonLook } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TroubleText } from "./trouble-text.tsx";
import { useTrouble, type Trouble } from "./trouble.ts";

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will happen, and when. */
  readonly points: readonly ReactNode[];
  /** The words of the button that does it. */
  readonly confirm: string;
  readonly look?: ButtonLook;
  /** The words of the button that leaves everything as it is. */
  readonly cancel: string;
  /** Does it. If it rejects, the dialog stays open and says why. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Says what will happen, and does it once it is confirmed. */
export function ConfirmDialog({
  isOpen,
  title,
  points,
  confirm,
  look,
  cancel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const troubleOf = useTrouble();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  function close() {
    setTrouble(undefined);
    onClose();
  }

  async function run() {
    setIsBusy(true);
    setTrouble(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      log.warn("what was confirmed could not be done", error);
      setTrouble(troubleOf(error));
    }
    setIsBusy(false);
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
        {points.map((point, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the points are fixed
          <li key={index}>{point}</li>
        ))}
      </ul>
      <TroubleText trouble={trouble} className="mt-4" />
      <div className="mt-6 flex flex-col gap-2 tablet:flex-row-reverse">
        <Button {...(look && { look })} isBusy={isBusy} onClick={() => void run()} className="grow">
          {confirm}
        </Button>
        <Button look="secondary" onClick={close} className="grow">
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
