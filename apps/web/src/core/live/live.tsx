/** Events that the server pushes while a page is open. One connection for all parts of the dashboard, in all tabs. */
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { untilWorthTrying } from "../../lib/worth-trying.ts";
import { classNames } from "../../ui/class-names.ts";
import { useSessionOfTabs } from "../session/behind-sign-in.ts";
import { selectUser } from "../session/slice.ts";
import { useAppDispatch, type Thunk } from "../thunk.ts";
import type { LiveState, ServerEvent } from "./live-line.ts";
import { shareLive } from "./shared-line.ts";

interface Live {
  readonly state: LiveState;
  readonly listeners: Set<LiveListener>;
}

export interface LiveListener {
  /** Something happened; `topic` says what it is about. */
  readonly onEvent?: (topic: string, payload: unknown) => void;
  /** Events may have been missed: reload what is shown. */
  readonly onMissed?: () => void;
}

const LiveContext = createContext<Live>({ state: "connecting", listeners: new Set() });

const openEvents =
  (signal: AbortSignal): Thunk<Response> =>
  (_, __, { client }) =>
    client.open("/events", {}, signal);

export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<LiveState>("connecting");
  const [listeners] = useState(() => new Set<LiveListener>());
  const reader = useSelector(selectUser)?.email;
  useSessionOfTabs();

  useEffect(() => {
    if (reader === undefined) return undefined;
    const end = new AbortController();
    const missed = () => listeners.forEach(({ onMissed }) => onMissed?.());
    let wasLive = false;
    void shareLive(
      `events of ${reader}`,
      {
        open: (signal) => dispatch(openEvents(signal)),
        onState(next) {
          setState(next);
          // The page read its data before the line was open to report changes.
          if (next === "live" && !wasLive) missed();
          wasLive ||= next === "live";
        },
        onEvent: (event) => (event.event === "resync" ? missed() : tell(listeners, event)),
        onReopened: missed,
        isOnline: () => navigator.onLine,
        watchNetwork(onGone) {
          addEventListener("offline", onGone);
          return () => removeEventListener("offline", onGone);
        },
        wait: untilWorthTrying,
      },
      end.signal,
    );
    return () => end.abort();
  }, [dispatch, listeners, reader]);

  const live = useMemo(() => ({ state, listeners }), [state, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function tell(listeners: ReadonlySet<LiveListener>, { event, data }: ServerEvent): void {
  const payload: unknown = JSON.parse(data);
  listeners.forEach(({ onEvent }) => onEvent?.(event, payload));
}

const useLiveState = () => use(LiveContext).state;

/** Listens while the component is mounted; each event goes to the latest listener. */
export function useLive(listener: LiveListener): void {
  const { listeners } = use(LiveContext);
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    const relay: LiveListener = {
      onEvent: (topic, payload) => newest.current.onEvent?.(topic, payload),
      onMissed: () => newest.current.onMissed?.(),
    };
    listeners.add(relay);
    return () => void listeners.delete(relay);
  }, [listeners]);
}

/** Marks with its colour whether the page is receiving updates; says so on hover and to screen readers. */
export function LiveDot() {
  const { t } = useTranslation("trading");
  const state = useLiveState();
  return (
    <span
      role="img"
      aria-label={t(`live_${state}`)}
      title={`${t(`live_${state}`)}: ${t(`live_${state}_hint`)}`}
      className={classNames("size-2.5 shrink-0 rounded-full", DOTS[state])}
    />
  );
}

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
