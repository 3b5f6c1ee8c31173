import { COPYRIGHT_YEAR, VENUE_PAGES } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IfConfigured } from "../../core/if-configured.tsx";
import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";

/** The classes of a link in the footer. */
export const FOOTER_LINK =
  "inline-flex min-h-11 min-w-11 items-center text-muted hover:text-ink hover:underline underline-offset-4";

/** Pages that no menu links to. */
const PAGES = [
  { to: "/about", text: "about" },
  { to: "/faq", text: "faq" },
  { to: "/contacts", text: "contact" },
  { to: "/status", text: "status" },
] as const;

interface FooterProps {
  readonly theme: ReactNode;
  readonly cookies: ReactNode;
}

export function Footer({ theme, cookies }: FooterProps) {
  const { t } = useTranslation("shell");
  const { brand } = useSite();
  return (
    <footer className="mt-auto border-t border-line bg-surface text-14">
      <div className="container-page grid grid-cols-2 gap-x-6 gap-y-6 py-10 tablet:grid-cols-4 desktop:grid-cols-[minmax(0,1fr)_repeat(5,auto)] desktop:gap-x-10">
        <div className="col-span-full desktop:col-span-1">
          <p className="flex items-center gap-2 text-18 font-semibold">
            <Mark className="size-6 text-accent" />
            {brand}
          </p>
          <p className="mt-3 max-w-[46ch] text-muted">{t("risk", { brand })}</p>
        </div>
        <nav aria-label={t("pages")} className="flex flex-col items-start">
          {PAGES.map(({ to, text }) => (
            <Link key={to} to={to} className={FOOTER_LINK}>
              {t(text)}
            </Link>
          ))}
        </nav>
        <nav aria-label={t("brokers")} className="flex flex-col items-start">
          {VENUE_PAGES.map((page) => (
            <Link key={page} to={page} className={FOOTER_LINK}>
              {t(page)}
            </Link>
          ))}
        </nav>
        <address className="flex min-w-0 flex-col items-start not-italic [overflow-wrap:anywhere]">
          <IfConfigured name="contactEmail">
            {(email) => (
              <a href={`mailto:${email}`} className={FOOTER_LINK}>
                {email}
              </a>
            )}
          </IfConfigured>
          <IfConfigured name="contactTelegram">
            {(name) => (
              <a href={`https://t.me/${name}`} rel="noreferrer" className={FOOTER_LINK}>
                @{name}
              </a>
            )}
          </IfConfigured>
        </address>
        <div className="flex flex-col items-start">
          <Link to="/privacy" className={FOOTER_LINK}>
            {t("privacy")}
          </Link>
          <Link to="/offer" className={FOOTER_LINK}>
            {t("offer")}
          </Link>
          {cookies}
        </div>
        <div className="col-span-full desktop:col-span-1">{theme}</div>
        <p className="col-span-full text-muted">{t("copyright", { year: COPYRIGHT_YEAR, brand })}</p>
      </div>
    </footer>
  );
}
