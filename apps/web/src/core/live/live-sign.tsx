import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { useLiveState } from "./live.tsx";

const DOTS = {
  connecting: "bg-edge",
  live: "bg-ok",
  reconnecting: "bg-warning",
  offline: "bg-error",
} as const;

/** Shows whether the page is receiving updates. */
export function LiveSign() {
  const { t } = useTranslation("trading");
  const state = useLiveState();
  return (
    <span role="status" title={t(`live_${state}_hint`)} className="inline-flex items-center gap-2 text-14 text-muted">
      <span aria-hidden className={classNames("size-2 rounded-full", DOTS[state])} />
      {t(`live_${state}`)}
    </span>
  );
}
