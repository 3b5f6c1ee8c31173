import { OctagonX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import StopDialog from "./stop-dialog.tsx";
import { stopOf } from "./subject.ts";
import { useStops } from "./use-stops.ts";

const EVERYTHING = { scope: "all" } as const;

/** Says on every page that the kill switch holds everything, and how far it has come. */
export default function StoppedBar() {
  const { t } = useTranslation("stops");
  const { value, reload } = useStops();
  const [isOpen, setIsOpen] = useState(false);
  const stop = stopOf(value, EVERYTHING);
  if (!stop) return null;
  return (
    <div
      role="status"
      className="flex h-11 items-center justify-center gap-x-3 bg-[color-mix(in_srgb,var(--color-error)_14%,var(--color-surface))] px-4 text-14 font-medium"
    >
      <OctagonX aria-hidden className="size-4 shrink-0 text-error" />
      <span className="min-w-0 truncate">{t(stop.state === "working" ? "all_bar_working" : "all_bar")}</span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="min-h-11 shrink-0 px-1 link"
      >
        {t("all_bar_show")}
      </button>
      {isOpen && <StopDialog subject={EVERYTHING} stop={stop} onChange={reload} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
