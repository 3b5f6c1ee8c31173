import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

interface PlainPageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** A page with a heading and content below it. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <div className="container-page py-12">
      <PageTitle>{title}</PageTitle>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
