import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Questions } from "./questions.tsx";
import { Section } from "./section.tsx";

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
    <Section
      id="faq"
      title={t("faq")}
      className="desktop:grid desktop:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] desktop:gap-6"
    >
      <div className="mt-6 desktop:mt-2">
        <Questions name="landing-faq" questions={questions} />
        <Link to="/faq" className="mt-4 inline-flex min-h-11 items-center link">
          {t("faq_all")}
        </Link>
      </div>
    </Section>
  );
}
