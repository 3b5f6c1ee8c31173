import { useId, type ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

interface StepProps {
  readonly number: number;
  readonly title: ReactNode;
  /** What it is for, in one line. */
  readonly hint?: ReactNode;
  /** Stands at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One step on the way from a choice to TradingView, on a card with its number. */
export function Step({ number, title, hint, aside, className, children }: StepProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames("flex min-w-0 flex-col gap-4 card p-4 tablet:p-5", className)}>
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-14 font-semibold text-accent tabular"
        >
          {number}
        </span>
        <div className="min-w-0 grow">
          <h2 id={id} className="text-18 font-semibold">
            {title}
          </h2>
          {hint && <p className="text-14 text-muted">{hint}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
