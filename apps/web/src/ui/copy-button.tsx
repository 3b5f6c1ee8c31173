import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button.tsx";

/** How long the button shows that it has copied. */
const CONFIRMATION_MS = 2_000;

interface CopyButtonProps {
  /** What goes to the clipboard. */
  readonly text: string;
  /** What it copies, as in "Copy the identifier". */
  readonly label?: string;
  readonly onCopied?: () => void;
  readonly onFailed?: (error: unknown) => void;
}

/** Copies a text, and confirms only once the browser says that it is on the clipboard. */
export function CopyButton({ text, label, onCopied, onFailed }: CopyButtonProps) {
  const { t } = useTranslation("ui");
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      onCopied?.();
    } catch (error) {
      onFailed?.(error);
    }
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <IconButton label={isCopied ? t("copied") : (label ?? t("copy"))} onClick={() => void copy()}>
        <Icon aria-hidden className={isCopied ? "size-4 text-ok" : "size-4"} />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && t("copied")}
      </span>
    </>
  );
}
