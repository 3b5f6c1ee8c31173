import { useId, type ReactNode } from "react";

interface PanelProps {
  readonly title: string;
  /** To the right of the title: where the rest of it is. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the overview. */
export function Panel({ title, aside, children }: PanelProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col card p-4 tablet:p-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={heading} className="text-18 font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The classes of a link in a panel's head. */
export const PANEL_LINK = "inline-flex min-h-11 items-center text-14 link";
