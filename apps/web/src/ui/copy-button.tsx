import { Check, Copy, X, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "../lib/texts.ts";
import { IconButton } from "./button.tsx";

/** How long the button shows the outcome. */
const OUTCOME_MS = 2_000;

interface CopyButtonProps {
  /** The text for the clipboard. */
  readonly text: string;
  /** What it copies, as in "Copy the identifier". */
  readonly label?: string;
  /** Says what is copied, where that isn't the text beside the button. */
  readonly icon?: LucideIcon;
  /** Called once the text is on the clipboard. */
  readonly onCopied?: (() => void) | undefined;
}

/** Copies a text. Confirms only once the browser says that it is on the clipboard, and says if that failed. */
export function CopyButton({ text, label, icon: Icon = Copy, onCopied }: CopyButtonProps) {
  const { t } = useTexts("ui");
  const [outcome, setOutcome] = useState<"copied" | "not_copied">();

  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
      onCopied?.();
    } catch {
      // The text is beside the button and can be selected.
      setOutcome("not_copied");
    }
  }

  return (
    <>
      <IconButton label={outcome ? t(outcome) : (label ?? t("copy"))} onClick={() => void copy()}>
        {!outcome && <Icon aria-hidden className="size-4" />}
        {outcome === "copied" && <Check aria-hidden className="size-4 text-ok" />}
        {outcome === "not_copied" && <X aria-hidden className="size-4 text-error" />}
      </IconButton>
      <span role="status" className={outcome === "not_copied" ? "self-center pr-2 text-14 text-error" : "sr-only"}>
        {outcome && t(outcome)}
      </span>
    </>
  );
}
