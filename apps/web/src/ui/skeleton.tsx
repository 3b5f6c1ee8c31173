import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";

/** The shape of something that is loading; it shows after 150 ms, so that a quick answer doesn't flicker. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames("block animate-late rounded-control bg-line", className)} />;
}

/** Something that is loading, drawn as skeletons; screen readers announce it. */
export function OnItsWay({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const { t } = useTranslation("ui");
  return (
    <div role="status" aria-label={t("loading")} className={className}>
      {children}
    </div>
  );
}
