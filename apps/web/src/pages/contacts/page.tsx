import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IfConfigured } from "../../core/if-configured.tsx";
import { SellerDetails } from "../../features/legal/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

/** Whom to contact about what, and who runs the service. */
export function Component() {
  const { t } = useTranslation("contacts");
  return (
    <div className="container-page py-12">
      <PageTitle>{t("title")}</PageTitle>
      <p className="mt-3 text-18 text-muted">
        <IfConfigured
          name="supportUrl"
          otherwise={
            <IfConfigured name="contactTelegram" otherwise={t("none")}>
              {() => t("lead")}
            </IfConfigured>
          }
        >
          {() => t("lead")}
        </IfConfigured>
      </p>
      <div className="mt-8 grid gap-4 desktop:grid-cols-3 desktop:gap-6">
        <IfConfigured name="supportBotUrl">
          {(url) => (
            <Way title={t("support")} text={t("support_text")}>
              <a href={url} rel="noreferrer" className={buttonClass("primary", "w-full")}>
                {t("support_action")}
              </a>
            </Way>
          )}
        </IfConfigured>
        <IfConfigured name="contactEmail">
          {(email) => (
            <Way title={t("email")} text={t("email_text")}>
              <a href={`mailto:${email}`} className={buttonClass("secondary", "w-full")}>
                {email}
              </a>
            </Way>
          )}
        </IfConfigured>
        <IfConfigured name="contactTelegram">
          {(name) => (
            <Way title={t("telegram")} text={t("telegram_text")}>
              <a href={`https://t.me/${name}`} rel="noreferrer" className={buttonClass("secondary", "w-full")}>
                @{name}
              </a>
            </Way>
          )}
        </IfConfigured>
      </div>
      <p className="mt-8 max-w-[68ch]">
        {t("first")}{" "}
        <Link to="/faq" className="link">
          {t("faq")}
        </Link>
        .
      </p>
      <p className="mt-2 max-w-[68ch] text-muted">{t("never")}</p>
      <div className="mt-12 max-w-[72ch] border-t border-line pt-10">
        <SellerDetails />
      </div>
    </div>
  );
}

interface WayProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Way({ title, text, children }: WayProps) {
  return (
    <section className="flex flex-col card p-6">
      <h2 className="text-22 font-semibold">{title}</h2>
      <p className="mt-2 mb-6 text-muted">{text}</p>
      <div className="mt-auto">{children}</div>
    </section>
  );
}
