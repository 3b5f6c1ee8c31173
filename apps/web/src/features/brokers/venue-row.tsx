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
            className="group flex h-full flex-col gap-4 p-6 -outline-offset-2 transition-colors duration-150 hover:bg-accent-soft"
          >
            <span className="flex items-center justify-between">
              <VenueMark name={venue.name} className="size-10 rounded-control text-18" />
              <ArrowRight
                aria-hidden
                className="size-5 text-muted transition-transform duration-200 group-hover:translate-x-1 group-hover:text-accent"
              />
            </span>
            <span className="text-28 font-semibold tracking-tight">{t(venue.name)}</span>
            <span className="text-14 text-muted">
              {orderTypesOf(venue)
                .map((type) => t(type))
                .join(" · ")}
            </span>
            <span className="mt-auto flex flex-wrap gap-1.5">
              <Environment isDemo />
              <Environment isDemo={false} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
