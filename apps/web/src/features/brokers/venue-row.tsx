import { orderTypesOf, VENUE_MANIFESTS } from "@chartrelay/contract";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Environment } from "../../core/trading/account-label.tsx";
import { VenueMark } from "../../core/trading/venue.tsx";

/** The venues by name, each with its environments and leading to its page. */
export function VenueRow() {
  const { t } = useTranslation("trading");
  return (
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line tablet:grid-cols-2 desktop:grid-cols-4">
      {VENUE_MANIFESTS.map((venue) => (
        <li key={venue.name} className="bg-surface">
          <Link
            to={venue.page}
            className="group grid h-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 p-5 -outline-offset-2 transition-colors duration-150 hover:bg-accent-soft tablet:grid-rows-[auto_auto_1fr_auto] tablet:gap-y-4 tablet:p-6"
          >
            <VenueMark name={venue.name} className="size-10 rounded-control text-18" />
            <span className="text-22 font-semibold tracking-tight tablet:order-1 tablet:col-span-3 tablet:text-28">
              {t(venue.name)}
            </span>
            <ArrowRight
              aria-hidden
              className="size-5 text-muted transition-transform duration-200 group-hover:translate-x-1 group-hover:text-accent tablet:col-start-3"
            />
            <span className="col-span-3 self-start text-14 text-muted tablet:order-2">
              {orderTypesOf(venue)
                .map((type) => t(type))
                .join(" · ")}
            </span>
            <span className="col-span-3 flex flex-wrap gap-1.5 tablet:order-3">
              <Environment isDemo />
              <Environment isDemo={false} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
