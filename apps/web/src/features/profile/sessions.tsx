import type { UserSession } from "@chartrelay/contract";
import { Monitor, Smartphone } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { nameAgent } from "./agent.ts";
import { endOtherSessions, endSession, fetchSessions } from "./api.ts";

/** Where the user is signed in, with a button to end each session. */
export function Sessions() {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const { value: sessions, error, reload } = useLoaded(fetchSessions);
  const list = useRef<HTMLUListElement>(null);

  async function end(action: Thunk, done: string) {
    try {
      await dispatch(action);
      dispatch(upsertToast({ id: "sessions", status: "success", title: done }));
    } catch (error) {
      log.warn("a session could not be ended", error);
      complain(t("session_not_ended"), error);
    }
    // The pressed button is about to disappear with its row.
    list.current?.focus();
    reload();
  }

  if (error !== undefined) return <LoadFailed error={error} onRetry={reload} />;
  if (!sessions) return <SessionsOnTheirWay />;
  return (
    <>
      <ul ref={list} aria-label={t("sessions")} tabIndex={-1} className="flex flex-col divide-y divide-line">
        {sessions.toSorted(currentFirst).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => void end(endSession(session.id), t("session_ended"))}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="secondary"
          className="self-start px-4 text-14"
          onClick={() => void end(endOtherSessions(), t("others_ended"))}
        >
          {t("end_others")}
        </Button>
      )}
    </>
  );
}

/** Everything below the first row is what a user might want to end. */
const currentFirst = (one: UserSession, other: UserSession) => Number(other.isCurrent) - Number(one.isCurrent);

function SessionsOnTheirWay() {
  return (
    <OnItsWay className="flex flex-col divide-y divide-line">
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex min-h-15 items-center gap-3">
          <Skeleton className="size-5" />
          <span className="flex grow flex-col gap-1.5">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-40" />
          </span>
        </span>
      ))}
    </OnItsWay>
  );
}

function SessionRow({ session, onEnd }: { readonly session: UserSession; readonly onEnd: () => void }) {
  const { t } = useTranslation("settings");
  const { agent, lastUsedDate, isCurrent } = session;
  const program = agent === null ? t("unknown_agent") : (nameAgent(agent) ?? agent);
  const Device = /Mobile|Android|iPhone|iPad/.test(agent ?? "") ? Smartphone : Monitor;
  const address = session.address ?? t("unknown_address");
  return (
    <li className="flex min-h-15 items-center gap-3 py-2 text-14">
      <Device aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span title={agent ?? undefined} className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
          {program}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted">
          <span>{address}</span>
          <DateTime at={lastUsedDate} />
        </span>
      </span>
      {isCurrent ? (
        <span className="shrink-0 px-3 font-medium text-ok">{t("this_session")}</span>
      ) : (
        <Button
          look="quiet"
          aria-label={t("end_session_of", { program, address })}
          className="shrink-0 px-3 text-14"
          onClick={onEnd}
        >
          {t("end_session")}
        </Button>
      )}
    </li>
  );
}
