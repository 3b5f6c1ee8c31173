import { COPYRIGHT_YEAR } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ThemeSelector } from "../../../core/appearance/theme-selector.tsx";
import { askAgain } from "../../../core/consent/consent.ts";
import { IfConfigured } from "../../../core/if-configured.tsx";
import { useSite } from "../../../core/site.ts";

const LINK = "inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline";

/** What the specification asks of the footer, in one line. */
export function DashboardFooter() {
  const { t } = useTranslation("shell");
  const { brand } = useSite();
  return (
    <footer className="mt-auto flex flex-wrap items-center gap-x-5 border-t border-line px-4 text-12 text-muted tablet:px-6 desktop:px-8">
      <p className="inline-flex min-h-11 items-center">{t("copyright", { year: COPYRIGHT_YEAR, brand })}</p>
      <address className="contents not-italic">
        <IfConfigured name="contactEmail">
          {(email) => (
            <a href={`mailto:${email}`} className={LINK}>
              {email}
            </a>
          )}
        </IfConfigured>
        <IfConfigured name="contactTelegram">
          {(name) => (
            <a href={`https://t.me/${name}`} rel="noreferrer" className={LINK}>
              @{name}
            </a>
          )}
        </IfConfigured>
      </address>
      <Link to="/status" className={LINK}>
        {t("status")}
      </Link>
      <Link to="/privacy" className={LINK}>
        {t("privacy")}
      </Link>
      <Link to="/offer" className={LINK}>
        {t("offer")}
      </Link>
      <button type="button" onClick={({ currentTarget }) => askAgain(currentTarget)} className={LINK}>
        {t("cookies")}
      </button>
      <div className="my-1 ml-auto">
        <ThemeSelector />
      </div>
    </footer>
  );
}
