import type { Overview } from "@chartrelay/contract";
import { CircleCheck, CircleX, Clock3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DayChart } from "./day-chart.tsx";
import { ordersSince } from "./orders-link.ts";
import { Panel, PANEL_LINK } from "./panel.tsx";

const SPLIT = [
  { name: "created", status: "CREATED", Icon: CircleCheck, color: "text-ok" },
  { name: "rejected", status: "REJECTED", Icon: CircleX, color: "text-error" },
  { name: "waiting", status: "NEW", Icon: Clock3, color: "text-warning" },
] as const;

/** Today's orders: how many, how they ended, and when they came. */
export function Today({ value }: { readonly value: Overview | undefined }) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Panel
      title={t("today")}
      aside={
        value && (
          <Link to={ordersSince(value.since)} className={PANEL_LINK}>
            {t("all_today")}
          </Link>
        )
      }
    >
      <div className="mt-1 flex flex-wrap items-end gap-x-8 gap-y-3">
        <p className="min-w-20">
          <span className="block text-40 font-semibold tabular">
            {value ? number.format(value.orders.total) : <Skeleton className="mb-1 h-10 w-20" />}
          </span>
          <span className="text-14 text-muted">{t("orders_today", { count: value?.orders.total ?? 0 })}</span>
        </p>
        <ul className="grid w-full grid-cols-3 gap-2 tablet:flex tablet:w-auto tablet:flex-wrap">
          {SPLIT.map(({ name, status, Icon, color }) => (
            <li key={name}>
              <Link
                to={value ? ordersSince(value.since, { status }) : "/profile/orders"}
                className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-control border border-line px-3 py-2 text-14 transition-colors duration-150 hover:border-edge hover:bg-page"
              >
                <Icon aria-hidden className={classNames("size-4 shrink-0", color)} />
                <span className="font-semibold tabular">{value ? number.format(value.orders[name]) : "–"}</span>{" "}
                <span className="text-muted">{t(`orders_${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {value ? <DayChart hours={value.hours} /> : <Skeleton className="mt-5 h-36 w-full" />}
    </Panel>
  );
}
