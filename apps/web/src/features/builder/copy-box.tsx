import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

interface CopyBoxProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly text: string;
}

/** A text to copy. It can also be selected, in case the browser refuses to copy. */
export function CopyBox({ label, copyLabel, text }: CopyBoxProps) {
  return (
    <TextBox label={label} aside={<CopyButton text={text} label={copyLabel} />}>
      {text}
    </TextBox>
  );
}

interface TextBoxProps {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A text under its label, as it is. */
export function TextBox({ label, aside, children }: TextBoxProps) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-14 font-medium">{label}</p>
      <div className="flex min-h-11 items-center rounded-control border border-line bg-page">
        <p
          role="region"
          aria-label={label}
          className="min-w-0 grow px-3 py-2 font-mono text-14 wrap-anywhere select-all"
        >
          {children}
        </p>
        {aside}
      </div>
    </div>
  );
}
