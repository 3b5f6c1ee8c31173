import { classNames } from "./class-names.ts";
import type { Trouble } from "./trouble.ts";

interface TroubleTextProps {
  readonly trouble: Trouble | undefined;
  /** What failed, if nothing else says it. */
  readonly title?: string;
  readonly className?: string;
}

/** Why something failed and what to do next, with its code; announced as it appears. Without a trouble it takes no room. */
export function TroubleText({ trouble, title, className }: TroubleTextProps) {
  return (
    <p role="alert" className={classNames("text-14 text-error empty:hidden", className)}>
      {trouble && (
        <>
          {title && <span className="block font-semibold">{title}</span>}
          {trouble.text} <code className="font-mono text-12">{trouble.code}</code>
        </>
      )}
    </p>
  );
}
