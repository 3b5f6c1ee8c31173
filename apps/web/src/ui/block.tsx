import type { ReactNode } from "react";

interface BlockProps {
  readonly title: ReactNode;
  /** What it is for, in one line. */
  readonly hint?: ReactNode;
  /** An anchor. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** One topic of a page, on a card with a heading. */
export function Block({ title, hint, id, children }: BlockProps) {
  return (
    <section id={id} className="flex min-w-0 scroll-mt-24 flex-col gap-4 card p-5">
      <div>
        <h2 className="text-18 font-semibold">{title}</h2>
        {hint && <p className="text-14 text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
