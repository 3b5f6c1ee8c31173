import type { ReactNode } from "react";

/** A page's only first-level heading. */
export function PageTitle({ children }: { readonly children: ReactNode }) {
  return <h1 className="text-28 font-semibold tablet:text-40">{children}</h1>;
}

/** The heading of a page where users work: it takes no more room than it needs. */
export function DashboardTitle({ children }: { readonly children: ReactNode }) {
  return <h1 className="text-22 font-semibold tablet:text-28">{children}</h1>;
}
