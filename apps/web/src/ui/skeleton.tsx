import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";

/** The shape of what is on its way; it shows after 150 ms, so that a quick answer doesn't flicker. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames("block animate-late rounded-control bg-line", className)} />;
}

/** Rows on their way, of the height that they will have. */
export function SkeletonRows({ count }: { readonly count: number }) {
  const { t } = useTranslation("ui");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  );
}
