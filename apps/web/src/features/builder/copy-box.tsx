import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

interface CopyBoxProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly text: string;
  /** Called once the text is on the clipboard. */
  readonly onCopied?: () => void;
}

/** A text to copy. It can also be selected, in case the browser refuses to copy. */
export function CopyBox({ label, copyLabel, text, onCopied }: CopyBoxProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-14 font-medium">{label}</p>
      <div className="flex items-start rounded-control border border-line bg-page">
        <pre
          role="region"
          aria-label={label}
          tabIndex={0}
          className="min-w-0 grow overflow-x-auto rounded-control p-3 font-mono text-14 whitespace-pre-wrap [overflow-wrap:anywhere] select-all"
        >
          {text}
        </pre>
        <CopyButton text={text} label={copyLabel} onCopied={onCopied} />
      </div>
    </div>
  );
}

interface EmptyBoxProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Takes the place of a copy box: says why there is nothing to copy. */
export function EmptyBox({ label, children }: EmptyBoxProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-14 font-medium">{label}</p>
      <p role="status" className="rounded-control border border-dashed border-line p-3 text-14 text-muted">
        {children}
      </p>
    </div>
  );
}
