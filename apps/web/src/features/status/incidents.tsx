import type { Incident } from "@chartrelay/contract";
import { useTexts } from "../../lib/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { LOOKS } from "./states.ts";
import { utcMinute } from "./utc.ts";

/** What went wrong, the newest first, with what was told about it. */
export function Incidents({ incidents }: { readonly incidents: readonly Incident[] }) {
  const { t } = useTexts("status");
  if (incidents.length === 0) return <p className="text-muted">{t("no_incidents")}</p>;
  return (
    <div className="flex flex-col gap-4">
      {incidents.map((incident) => (
        <OneIncident key={incident.id} {...incident} />
      ))}
    </div>
  );
}

function OneIncident({ id, title, impact, openedAt, closedAt, updates }: Incident) {
  const { t, language } = useTexts("status");
  const { Icon, color } = closedAt === null ? LOOKS[impact] : LOOKS.operational;
  const moment = (at: string) => <time dateTime={at}>{utcMinute(at, language)}</time>;
  return (
    <article id={id} className="card p-5">
      <h3 className="text-18 font-semibold">{title[language]}</h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-14 text-muted">
        <span className={classNames("flex items-center gap-2 font-semibold", color)}>
          <Icon aria-hidden className="size-4 shrink-0" />
          {t(closedAt === null ? "ongoing" : "resolved")}
        </span>
        <span>
          {moment(openedAt)}
          {closedAt !== null && <> – {moment(closedAt)}</>}
        </span>
      </p>
      {updates.length > 0 && (
        <ol className="mt-4 flex flex-col gap-3">
          {updates.map(({ at, text }) => (
            <li key={at + text[language]} className="border-t border-line pt-3">
              <p className="text-12 text-muted">{moment(at)}</p>
              <p className="mt-1 max-w-[68ch] [overflow-wrap:anywhere]">{text[language]}</p>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
