import type { StrategyState } from "@chartrelay/contract";
import { CirclePause, CirclePlay, OctagonX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

const LOOKS = {
  on: { Icon: CirclePlay, color: "text-ok" },
  paused: { Icon: CirclePause, color: "text-warning" },
  stopped: { Icon: OctagonX, color: "text-error" },
} as const;

/** Whether a strategy trades, by colour, icon and word. */
export function StateBadge({ state }: { readonly state: StrategyState }) {
  const { t } = useTranslation("strategies");
  const { Icon, color } = LOOKS[state];
  return (
    <span className={classNames("inline-flex items-center gap-1.5 text-14 font-medium whitespace-nowrap", color)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`state_${state}`)}
    </span>
  );
}
