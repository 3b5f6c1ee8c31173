import type { ReactNode } from "react";

interface PlainPageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** A page that is a heading and what stands under it. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <div className="container-page py-12">
      <h1 className="text-28 font-semibold tablet:text-40">{title}</h1>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
