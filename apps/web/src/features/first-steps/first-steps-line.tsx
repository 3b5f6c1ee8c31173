import { Suspense } from "react";
import { late } from "../../ui/late.ts";

/** Most users have long finished, and don't need this code. */
const NextLine = late(() => import("./next-line.tsx"));

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
