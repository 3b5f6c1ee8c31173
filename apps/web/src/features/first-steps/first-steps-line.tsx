import { lazy, Suspense } from "react";

/** Most users have long finished, and don't need this code. */
const NextLine = lazy(() => import("./next-line.tsx"));

/**
 * How far the user is and what comes next, in one line that leads to the checklist. It loads its own texts, and comes
 * late: where anything is below it, that would move.
 */
export function FirstStepsLine() {
  return (
    <Suspense>
      <NextLine />
    </Suspense>
  );
}
