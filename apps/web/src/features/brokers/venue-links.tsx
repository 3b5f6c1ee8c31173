import { VENUE_PAGES } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** The brokers' pages, in a line. */
export function VenueLinks() {
  const { t } = useTranslation("shell");
  return (
    <nav aria-label={t("brokers_pages")} className="flex flex-wrap gap-2">
      {VENUE_PAGES.map((page) => (
        <Link
          key={page}
          to={page}
          className="inline-flex min-h-11 items-center rounded-control border border-line px-4 font-medium transition-colors duration-150 hover:border-accent hover:text-accent"
        >
          {t(page)}
        </Link>
      ))}
    </nav>
  );
}
