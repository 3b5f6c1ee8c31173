import type { VenueName } from "@chartrelay/contract";
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { terminalOf } from "./next-step.ts";

interface TerminalLinkProps {
  readonly venue: VenueName;
  readonly isDemo: boolean;
  readonly className: string;
}

/** Leads to the broker's own list of orders, or to its terminal. No broker has an address for a single order. */
export function TerminalLink({ venue, isDemo, className }: TerminalLinkProps) {
  const { t } = useTranslation("trading");
  const page = terminalOf(venue, isDemo);
  if (!page) return null;
  return (
    <a href={page.url} target="_blank" rel="noopener noreferrer" className={className}>
      {t(page.shows === "orders" ? "broker_orders" : "broker_terminal", { venue: t(venue) })}
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">{t("in_new_tab")}</span>
    </a>
  );
}
