import { Suspense } from "react";
import { ComingStep } from "./coming-step.tsx";
import type { NextStepProps } from "./next-step.tsx";
import { late } from "../../ui/late.ts";

/** Most lists have rows, and don't need this code. */
const NextStep = late(() => import("./next-step.tsx"));

/**
 * Shown where a list has nothing yet: why, and the one next step, depending on how far the user is. It loads its
 * own texts.
 */
export function NothingYet({ list }: NextStepProps) {
  return (
    // As tall as the tallest next step, so that nothing below it moves.
    <div className="flex min-h-90 flex-col justify-center">
      <Suspense fallback={<ComingStep />}>
        <NextStep list={list} />
      </Suspense>
    </div>
  );
}
