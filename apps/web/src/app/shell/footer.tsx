import { COPYRIGHT_YEAR } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useConsent } from "../../core/consent/consent.ts";
import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";
import { ThemeSelector } from "./theme-selector.tsx";

const LINK = "inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline underline-offset-4";

export function Footer() {
  const { t } = useTranslation("shell");
  const { brand, contactEmail, contactTelegram } = useSite();
  const consent = useConsent();
  return (
    <footer className="mt-auto border-t border-line bg-surface text-14">
      <div className="container-page grid gap-x-12 gap-y-6 py-10 tablet:grid-cols-2 desktop:grid-cols-[2fr_1fr_1fr_auto]">
        <div>
          <p className="flex items-center gap-2 text-18 font-semibold">
            <Mark className="size-6 text-accent" />
            {brand}
          </p>
          <p className="mt-3 max-w-[46ch] text-muted">{t("risk", { brand })}</p>
        </div>
        <address className="flex flex-col items-start not-italic">
          {contactEmail !== undefined && (
            <a href={`mailto:${contactEmail}`} className={LINK}>
              {contactEmail}
            </a>
          )}
          {contactTelegram !== undefined && (
            <a href={`https://t.me/${contactTelegram}`} rel="noreferrer" className={LINK}>
              @{contactTelegram}
            </a>
          )}
        </address>
        <div className="flex flex-col items-start">
          <Link to="/privacy" className={LINK}>
            {t("privacy")}
          </Link>
          <Link to="/offer" className={LINK}>
            {t("offer")}
          </Link>
          <button type="button" onClick={consent?.reset} className={LINK}>
            {t("cookies")}
          </button>
        </div>
        <div>
          <ThemeSelector />
        </div>
        <p className="text-muted tablet:col-span-full">{t("copyright", { year: COPYRIGHT_YEAR, brand })}</p>
      </div>
    </footer>
  );
}
