import type { Stop } from "@chartrelay/contract";
import { OctagonX } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.ts";
import { Backdrop, usePreloaded } from "../../ui/lazy-panel.tsx";
import type { StopSubject } from "./subject.ts";

const loadDialog = () => import("./stop-dialog.tsx");
const StopDialog = late(loadDialog);

interface KillSwitchProps {
  readonly subject: StopSubject;
  /** The stop of this subject that is in force, if any. */
  readonly stop: Stop | undefined;
  /** It was pulled or lifted. */
  readonly onChange: () => void;
  readonly className?: string;
  /** Whether a tablet has room only for its sign. */
  readonly isTerse?: boolean;
}

/** The button that stops something, and what it asks first. While a stop is in force it shows that stop. */
export function KillSwitch({ subject, stop, onChange, className = "px-4 text-14", isTerse = false }: KillSwitchProps) {
  const { t } = useTranslation("stops");
  const accountText = useAccountText();
  const [isOpen, setIsOpen] = useState(false);
  usePreloaded(loadDialog);
  const name = subject.scope === "account" ? accountText(subject.account) : "name" in subject ? subject.name : "";
  return (
    <>
      <Button
        look={stop ? "secondary" : "danger"}
        aria-haspopup="dialog"
        aria-label={subject.scope === "all" ? undefined : t(`${stop ? "show" : "pull"}_of_${subject.scope}`, { name })}
        onClick={() => setIsOpen(true)}
        className={className}
      >
        <OctagonX aria-hidden className="size-4 shrink-0" />
        <span className={isTerse ? "tablet:sr-only desktop:not-sr-only" : undefined}>{t(stop ? "show" : "pull")}</span>
      </Button>
      <Suspense fallback={<Backdrop />}>
        {isOpen && <StopDialog subject={subject} stop={stop} onChange={onChange} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
