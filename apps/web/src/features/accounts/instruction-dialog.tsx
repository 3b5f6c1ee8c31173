import type { ListedVenue } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSite } from "../../core/site.ts";
import { KeySteps } from "../../core/trading/key-steps.tsx";
import { Venue } from "../../core/trading/venue.tsx";
import { classNames } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface InstructionDialogProps {
  readonly venues: readonly ListedVenue[];
  readonly onClose: () => void;
}

/** How to get the keys, step by step, with a picture for each step. */
export default function InstructionDialog({ venues, onClose }: InstructionDialogProps) {
  const { t } = useTranslation("accounts");
  const { outgoingAddresses = [] } = useSite();
  const [venue, setVenue] = useState(venues[0]);
  if (!venue) return null;
  return (
    <Dialog isOpen isWide onClose={onClose} title={t("instruction")} description={t("instruction_hint")}>
      <div role="group" aria-label={t("exchange")} className="flex flex-wrap gap-2">
        {venues.map((one) => (
          <button
            key={one.name}
            type="button"
            aria-pressed={one === venue}
            onClick={() => setVenue(one)}
            className={classNames(
              "inline-flex min-h-11 items-center rounded-control border px-3 text-14 font-medium transition-colors duration-150",
              one === venue ? "border-accent bg-accent-soft text-accent" : "border-edge text-muted hover:text-ink",
            )}
          >
            <Venue name={one.name} />
          </button>
        ))}
      </div>
      <div className="mt-5">
        <KeySteps venue={venue} />
      </div>
      {outgoingAddresses.length > 0 && (
        <div className="mt-5 flex flex-col gap-1 border-t border-line pt-4 text-14">
          <p className="text-muted">{t("addresses_hint")}</p>
          <div className="-mb-2 flex flex-wrap gap-x-4">
            {outgoingAddresses.map((address) => (
              <span key={address} className="flex items-center gap-1">
                <code className="font-mono">{address}</code>
                <CopyButton text={address} label={t("copy_address")} />
              </span>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  );
}
