/** The landing page's last sections, which respond to the visitor. */
import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";
import { Link } from "react-router";
import { ConnectLink } from "./connect-link.tsx";
import { Questions } from "./questions.tsx";
import { HEADING_BESIDE, Section } from "./section.tsx";

export function Tariffs() {
  const { t } = useTranslation("tariffs");
  return (
    <Section id="tariffs" title={t("title")} lead={t("lead")}>
      <Island name="tariffs" props={{ heading: "h3" }} />
    </Section>
  );
}

const NUMBERS = [1, 2, 3, 4, 5, 6] as const;

/** The six questions that people ask before they sign up. */
export function LandingQuestions() {
  const { t } = useTranslation("landing");
  const questions = NUMBERS.map((number) => ({
    id: `question-${number}`,
    question: t(`question_${number}`),
    answer: t(`answer_${number}`),
  }));
  return (
    <Section id="faq" title={t("faq")} className={HEADING_BESIDE}>
      <div className="mt-6 desktop:mt-2">
        <Questions name="landing-faq" questions={questions} />
        <Link to="/faq" className="mt-4 inline-flex min-h-11 items-center link">
          {t("faq_all")}
        </Link>
      </div>
    </Section>
  );
}

export function LastCall() {
  const { t } = useTranslation("landing");
  return (
    <section aria-labelledby="last-title" className="container-page">
      <div className="flex flex-col gap-6 card p-6 tablet:p-10 desktop:flex-row desktop:items-center desktop:justify-between">
        <div className="max-w-[60ch]">
          <h2 id="last-title" className="text-28 font-semibold tracking-tight tablet:text-40">
            {t("last_title")}
          </h2>
          <p className="mt-3 text-18 text-balance text-muted">{t("last")}</p>
          <p className="mt-3 text-14 text-balance text-muted">{t("last_risk")}</p>
        </div>
        <div className="shrink-0">
          <ConnectLink />
        </div>
      </div>
    </section>
  );
}
