/** What comes below the hero, besides the advantages and the start, which have pictures. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { ConnectLink } from "./connect-link.tsx";
import { Questions } from "./questions.tsx";
import { TariffCards } from "./tariff-cards.tsx";

interface SectionProps {
  /** The name that links in the menu use. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A block of the landing page under its heading. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classNames("container-page", className)}>
      <h2 id={`${id}-title`} className="text-28 font-semibold tracking-tight tablet:text-40">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-3 max-w-[60ch] text-18 text-muted">{lead}</p>}
      {children}
    </section>
  );
}

/** On a wide screen, a list stands beside its heading. */
const HEADING_BESIDE = "desktop:grid desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] desktop:gap-6";

const CAPABILITIES = [1, 2, 3, 4, 5] as const;

/** The product's five capabilities, as a list to read. */
export function Capabilities() {
  const { t } = useTranslation("landing");
  return (
    <Section id="capabilities" title={t("capabilities")} className={HEADING_BESIDE}>
      <dl className="mt-6 border-t border-line desktop:mt-2">
        {CAPABILITIES.map((number) => (
          <div
            key={number}
            className="grid gap-x-6 gap-y-1 border-b border-line py-5 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]"
          >
            <dt className="text-18 font-semibold">{t(`capability_${number}_title`)}</dt>
            <dd className="text-muted">{t(`capability_${number}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function Tariffs() {
  const { t } = useTranslation("tariffs");
  return (
    <Section id="tariffs" title={t("title")} lead={t("lead")}>
      <TariffCards heading="h3" />
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
          <p className="mt-3 text-18 text-muted">{t("last")}</p>
          <p className="mt-3 text-14 text-muted">{t("last_risk")}</p>
        </div>
        <div className="shrink-0">
          <ConnectLink />
        </div>
      </div>
    </section>
  );
}
