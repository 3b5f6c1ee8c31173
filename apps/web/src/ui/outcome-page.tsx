import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { PageTitle } from "./page-title.tsx";

interface OutcomePageProps {
  readonly outcome: "ok" | "error";
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that says how something ended, and what to do next. */
export function OutcomePage({ outcome, title, children }: OutcomePageProps) {
  const Icon = outcome === "ok" ? Check : X;
  return (
    <div className="container-page max-w-[720px] py-12 tablet:py-20">
      <span
        className={classNames(
          "mb-5 inline-flex size-14 items-center justify-center rounded-full border-2",
          outcome === "ok" ? "border-ok text-ok" : "border-error text-error",
        )}
      >
        <Icon aria-hidden className="size-7" />
      </span>
      <PageTitle>{title}</PageTitle>
      <div className="mt-5 flex flex-col items-start gap-4 text-18">{children}</div>
    </div>
  );
}
