/** Stopping everything: the button in the header, the bar that says so, and what both ask first. */
import type { User } from "@chartrelay/contract";
import { Pause, Play } from "lucide-react";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMinute, formatUtc } from "../../../lib/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { Backdrop, usePreloaded } from "../../../ui/lazy-panel.tsx";
import { late } from "../../../ui/late.ts";

const loadDialog = () => import("./pause-dialog.tsx");
const PauseDialog = late(loadDialog);

interface Pausing {
  /** Asks what to do, pause or resume. */
  readonly ask: () => void;
  /** What is asked, while it is. */
  readonly dialog: ReactNode;
}

/** Lets the header and its bar pause and resume all accounts. So does a key, which no hand hits by accident. */
export function usePausing({ allPausedAt }: User): Pausing {
  const [isAsking, setIsAsking] = useState(false);
  usePreloaded(loadDialog);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      // By its place on the keyboard: with Alt, layouts have other characters there.
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.code !== "KeyP") return;
      if (document.querySelector("[role=dialog]:not([popover]), [role=alertdialog]")) return;
      event.preventDefault();
      setIsAsking(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  return {
    ask: () => setIsAsking(true),
    dialog: (
      <Suspense fallback={<Backdrop />}>
        {isAsking && <PauseDialog isPaused={allPausedAt !== null} onClose={() => setIsAsking(false)} />}
      </Suspense>
    ),
  };
}

interface PauseProps {
  readonly user: User;
  readonly onAsk: () => void;
}

/** The button of every page of the dashboard. */
export function PauseButton({ user, onAsk }: PauseProps) {
  const { t } = useTranslation("profile");
  const isPaused = user.allPausedAt !== null;
  const Icon = isPaused ? Play : Pause;
  const label = t(isPaused ? "resume_all" : "pause_all");
  return (
    <Button
      look="secondary"
      aria-haspopup="dialog"
      aria-keyshortcuts="Alt+Shift+P"
      title={`${label} (Alt+Shift+P)`}
      onClick={onAsk}
      className="size-11 shrink-0 px-0 text-14 tablet:h-9 tablet:min-h-9 desktop:w-auto desktop:px-3"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only desktop:not-sr-only">{label}</span>
    </Button>
  );
}

/** Says on every page that nothing trades. */
export function PausedBar({ since, onAsk }: { readonly since: string; readonly onAsk: () => void }) {
  const { t } = useTranslation("profile");
  const [today] = useState(() => new Date().toDateString());
  const date = new Date(since);
  const isToday = date.toDateString() === today;
  const [day, time] = formatMinute(date).split(" ");
  return (
    <div
      role="status"
      className="flex h-11 items-center justify-center gap-x-3 bg-[color-mix(in_srgb,var(--color-warning)_16%,var(--color-surface))] px-4 text-14 font-medium"
    >
      <Pause aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="min-w-0 truncate">
        <time dateTime={since} title={formatUtc(date)}>
          {t("all_paused", { since: isToday ? time : `${day} ${time}` })}
        </time>
      </span>
      <button type="button" aria-haspopup="dialog" onClick={onAsk} className="min-h-11 shrink-0 px-1 link">
        {t("resume")}
      </button>
    </div>
  );
}
