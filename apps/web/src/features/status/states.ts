import type { ComponentState } from "@chartrelay/contract";
import { Check, CircleHelp, TriangleAlert, X, type LucideIcon } from "lucide-react";

interface Look {
  readonly Icon: LucideIcon;
  readonly color: string;
  /** The text's key when it is the state of the whole service. */
  readonly title: "all_operational" | "some_degraded" | "some_down" | "all_unknown";
}

/** A state is told by its colour, its icon and its word. */
export const LOOKS: Readonly<Record<ComponentState, Look>> = {
  operational: { Icon: Check, color: "text-ok", title: "all_operational" },
  degraded: { Icon: TriangleAlert, color: "text-warning", title: "some_degraded" },
  down: { Icon: X, color: "text-error", title: "some_down" },
  unknown: { Icon: CircleHelp, color: "text-muted", title: "all_unknown" },
};

const WORST_FIRST: readonly ComponentState[] = ["down", "degraded", "unknown"];

/** Returns the worst of the states. */
export const overallState = (states: readonly ComponentState[]): ComponentState =>
  WORST_FIRST.find((state) => states.includes(state)) ?? "operational";
