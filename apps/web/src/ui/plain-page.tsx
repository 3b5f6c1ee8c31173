import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

interface PlainPageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** A page that is a heading and what stands under it. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <div className="container-page py-12">
      <PageTitle>{title}</PageTitle>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
