import { CopyButton } from "./copy-button.tsx";

interface IdentifierProps {
  readonly id: string;
  /** What the button copies, as in "Copy the identifier". */
  readonly copyLabel: string;
}

/** An identifier in full, with a button that copies it. */
export function Identifier({ id, copyLabel }: IdentifierProps) {
  return (
    <span className="-my-2 flex items-center gap-1">
      <code className="min-w-0 font-mono text-12 break-all">{id}</code>
      <CopyButton text={id} label={copyLabel} />
    </span>
  );
}
