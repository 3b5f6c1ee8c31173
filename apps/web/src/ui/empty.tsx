import type { ReactNode } from "react";

interface EmptyProps {
  /** Replaces the default drawing. */
  readonly drawing?: ReactNode;
  readonly title: ReactNode;
  /** Why there is nothing. */
  readonly reason?: ReactNode;
  /** What else there is to know: a code, a link to an answer. */
  readonly note?: ReactNode;
  /** The one next step. */
  readonly action?: ReactNode;
}

/** Shown where there is nothing: a drawing, why, and the one next step. */
export function Empty({ drawing, title, reason, note, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-8 text-center tablet:py-12">
      {drawing ?? <Nothing />}
      <p className="text-18 font-semibold">{title}</p>
      {reason && <p className="max-w-[26rem] text-muted">{reason}</p>}
      {note && <p className="flex flex-wrap justify-center gap-x-3 text-14 text-muted">{note}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** A chart whose line continues somewhere else. */
function Nothing() {
  return (
    <svg aria-hidden viewBox="0 0 120 80" fill="none" strokeWidth="2" strokeLinecap="round" className="w-30 text-muted">
      <path d="M12 12v56h96" stroke="currentColor" opacity="0.5" />
      <path d="M24 56l18-12 14 6" stroke="currentColor" />
      <circle cx="60" cy="50" r="4" className="fill-surface stroke-accent" />
      <path d="M66 46l30-22" className="stroke-accent" strokeDasharray="3 6" />
    </svg>
  );
}
