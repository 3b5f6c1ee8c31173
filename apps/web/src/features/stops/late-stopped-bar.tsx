import { Suspense } from "react";
import { late } from "../../ui/late.ts";
import { useIdle } from "../../ui/lazy-panel.tsx";

const StoppedBar = late(() => import("./stopped-bar.tsx"));

/** The bar, once the page has shown what its reader came for. */
export function LateStoppedBar() {
  return <Suspense>{useIdle() && <StoppedBar />}</Suspense>;
}
