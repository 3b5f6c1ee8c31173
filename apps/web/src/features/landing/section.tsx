import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

interface SectionProps {
  /** The name that links in the menu use. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A block of the landing page under its heading. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classNames("container-page", className)}>
      <h2 id={`${id}-title`} className="text-28 font-semibold tracking-tight tablet:text-40">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-3 max-w-[60ch] text-18 text-balance text-muted">{lead}</p>}
      {children}
    </section>
  );
}

/** On a wide screen, a list stands beside its heading. */
export const HEADING_BESIDE = "desktop:grid desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] desktop:gap-6";
