import type { Overview } from "@chartrelay/contract";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DateTime } from "../../ui/date-time.tsx";
import { ordersSince } from "./orders-link.ts";
import { Panel, PANEL_LINK } from "./panel.tsx";

/** Why orders were refused today, the latest reason first, and what to do about each. */
export function Refusals({ since, refusals }: Pick<Overview, "since" | "refusals">) {
  const { t, i18n } = useTranslation(["overview", "reasons", "faq-reasons"]);
  return (
    <Panel
      title={t("refusals_today")}
      aside={
        <Link to={ordersSince(since, { status: "REJECTED" })} className={PANEL_LINK}>
          {t("all_refusals")}
        </Link>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {refusals.map(({ reason, orders, lastId, lastAt }) => (
          <li key={reason} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3">
            <Link
              to={ordersSince(since, { reason })}
              className="-my-1 flex min-h-11 items-center rounded-control font-medium underline-offset-4 hover:underline tablet:min-h-8"
            >
              {t(reason, { ns: "reasons" })}
            </Link>
            <span className="self-center rounded-full border border-error px-2.5 text-14 font-semibold text-error tabular">
              {t("times", { count: orders })}
            </span>
            {i18n.exists(reason, { ns: "faq-reasons" }) && (
              <p className="col-span-2 text-14 text-muted">{t(`faq-reasons:${reason as "EXPIRED"}`)}</p>
            )}
            <p className="col-span-2 flex flex-wrap items-center gap-x-4 text-14 text-muted">
              <span className="tabular">
                {t("last_at")} <DateTime at={lastAt} isToday />
              </span>
              <Link to={`/profile/orders/${lastId}`} className="-my-2 inline-flex min-h-11 items-center gap-1 link">
                {t("what_next")}
                <ArrowRight aria-hidden className="size-4" />
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
