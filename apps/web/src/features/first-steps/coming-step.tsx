import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";

/** The shape of an empty list's next step while it is loading. */
export function ComingStep() {
  return (
    <OnItsWay className="flex flex-col items-center gap-3 px-4 py-8 tablet:py-12">
      <Skeleton className="h-20 w-30" />
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-12 w-full max-w-[26rem]" />
      <Skeleton className="mt-2 h-11 w-56" />
    </OnItsWay>
  );
}
