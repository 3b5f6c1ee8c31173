import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { PHONE, useMedia } from "../../lib/media.ts";

interface SectionProps {
  readonly title: string;
  /** What it shows, in one line. */
  readonly hint?: string | undefined;
  /** How wider screens show it, heading included. */
  readonly wide: ReactNode;
  /** What a phone shows of it, once it is opened. */
  readonly children: ReactNode;
}

/** A part of the report. On a phone, where the sum and its curve come first, it is closed until it is opened. */
export function Section({ title, hint, wide, children }: SectionProps) {
  const isPhone = useMedia(PHONE);
  if (!isPhone) return wide;
  return (
    <details className="group card">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-card p-5 [&::-webkit-details-marker]:hidden">
        <h2 className="text-18 font-semibold">{title}</h2>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="flex min-w-0 flex-col gap-3 px-5 pb-5">
        {hint && <p className="text-14 text-muted">{hint}</p>}
        {children}
      </div>
    </details>
  );
}
