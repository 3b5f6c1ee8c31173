import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";

export const TABS = ["overview", "signals", "report", "replay", "log", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** Returns the tab that the address names; the first by default. */
export const tabOf = (name: string | null): Tab => TABS.find((tab) => tab === name) ?? "overview";

/** The parts of a strategy's page, each with its own address. On a narrow screen they scroll sideways. */
export function Tabs({ open }: { readonly open: Tab }) {
  const { t } = useTranslation("strategy");
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - bar.current.clientWidth / 2 + tab.clientWidth / 2;
  }, [open]);
  return (
    <nav ref={bar} aria-label={t("parts")} className="relative -mx-4 overflow-x-auto px-4 tablet:mx-0 tablet:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              to={{ search: tab === "overview" ? "" : `?tab=${tab}` }}
              aria-current={tab === open ? "page" : undefined}
              className={classNames(
                "-mb-px inline-flex min-h-11 items-center border-b-2 px-3 text-14 font-medium transition-colors duration-150",
                tab === open ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
              )}
            >
              {t(`tab_${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
