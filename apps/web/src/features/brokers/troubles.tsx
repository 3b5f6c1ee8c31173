import type { ListedVenue } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** What most often goes wrong at a venue, what we do about it, and the code under which the FAQ says what to do. */
export function Troubles({ venue: { name, troubles } }: { readonly venue: ListedVenue }) {
  const { t } = useTranslation("brokers");
  return (
    <dl className="border-t border-line">
      {troubles.map((reason) => (
        <div
          key={reason}
          className="grid gap-x-8 gap-y-1 border-b border-line py-5 desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
        >
          <dt className="text-18 font-semibold">{t(`${name}_${reason as "OUTCOME_UNKNOWN"}_title`)}</dt>
          <dd>
            <p className="text-muted">{t(`${name}_${reason as "OUTCOME_UNKNOWN"}`)}</p>
            <Link
              to={{ pathname: "/faq", hash: reason }}
              className="-mb-2 inline-flex min-h-11 items-center font-mono text-14 link [overflow-wrap:anywhere]"
            >
              {reason}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
