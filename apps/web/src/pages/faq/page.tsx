import { useTranslation } from "react-i18next";
import { IfConfigured } from "../../core/if-configured.tsx";
import { VenueLinks } from "../../features/brokers/index.ts";
import { Questions } from "../../features/landing/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Reasons } from "./reasons.tsx";
import { SUBJECTS } from "./subjects.ts";

const REASONS_ID = "reasons";

/** Questions by topic, and what each reason code means. */
export function Component() {
  const { t } = useTranslation("faq");
  return (
    <div className="container-page grid gap-x-16 gap-y-8 py-12 desktop:grid-cols-[220px_minmax(0,1fr)]">
      <header className="desktop:col-span-2">
        <PageTitle>{t("title")}</PageTitle>
        <p className="mt-3 max-w-[60ch] text-18 text-balance text-muted">{t("lead")}</p>
        <div className="mt-6 flex flex-col gap-2">
          <p className="text-14 text-muted">{t("by_broker")}</p>
          <VenueLinks />
        </div>
      </header>
      <Subjects />
      <div className="flex min-w-0 flex-col gap-14">
        {SUBJECTS.map(({ title, questions }) => (
          <section key={title} id={title} aria-labelledby={`${title}-heading`}>
            <h2 id={`${title}-heading`} className="mb-4 text-22 font-semibold">
              {t(title)}
            </h2>
            <Questions
              name="faq"
              questions={questions.map((id) => ({
                id,
                question: t(id),
                answer: t(`${id}_answer`),
                ...(id === "set_up" && { more: { to: "/tradingview-alert", text: t("set_up_more") } }),
              }))}
            />
          </section>
        ))}
        <section id={REASONS_ID} aria-labelledby={`${REASONS_ID}-heading`}>
          <h2 id={`${REASONS_ID}-heading`} className="text-28 font-semibold">
            {t("group_reasons")}
          </h2>
          <p className="mt-2 max-w-[68ch] text-muted">{t("reasons_lead")}</p>
          <Reasons />
        </section>
        <Support />
      </div>
    </div>
  );
}

function Subjects() {
  const { t } = useTranslation("faq");
  const links = [
    ...SUBJECTS.map(({ title }) => ({ id: title, title })),
    { id: REASONS_ID, title: "group_reasons" },
  ] as const;
  return (
    <nav aria-label={t("contents")}>
      <ul className="flex flex-wrap gap-2 desktop:sticky desktop:top-24 desktop:flex-col desktop:gap-0">
        {links.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-control border border-line px-4 text-muted transition-colors duration-150 hover:bg-accent-soft hover:text-ink desktop:border-0 desktop:px-3"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Support() {
  const { t } = useTranslation("faq");
  return (
    <IfConfigured name="supportUrl">
      {(url) => (
        <p className="flex flex-wrap items-center justify-between gap-4 card p-6">
          <span className="text-18 font-semibold">{t("no_answer")}</span>
          <a href={url} rel="noreferrer" className={buttonClass("secondary")}>
            {t("ask")}
          </a>
        </p>
      )}
    </IfConfigured>
  );
}
