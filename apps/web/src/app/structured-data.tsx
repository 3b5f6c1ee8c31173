/** What a page tells machines, in schema.org's vocabulary: its questions with their answers, and what is sold. */
import { blankOf, jsonBlankOf, PAYMENT_CURRENCY, PLAN_TERMS, PLANS, type PrerenderedPage } from "@chartrelay/contract";
import type { i18n } from "i18next";
import { SUBJECTS } from "../pages/faq/subjects.ts";

const QUESTIONS = [1, 2, 3, 4, 5, 6] as const;
/** For one account only, so not part of the public offer. */
const HIDDEN_PLAN = "1m-1rub";

interface StructuredDataProps {
  readonly page: PrerenderedPage;
  readonly i18n: i18n;
  readonly description: string;
}

/** Renders data, not a script that would run. */
export function StructuredData({ page, i18n, description }: StructuredDataProps) {
  const data = [
    ...(page === "/" ? [questionPage(landingQuestions(i18n))] : []),
    ...(page === "/faq" ? [questionPage(faqQuestions(i18n))] : []),
    ...(page === "/" || page === "/tariffs" ? [product(description)] : []),
  ];
  return data.map((value) => (
    <script
      key={value["@type"]}
      type="application/ld+json"
      // A `<` in a text must not end the element.
      dangerouslySetInnerHTML={{
        __html: JSON.stringify({ "@context": "https://schema.org", ...value }).replaceAll("<", String.raw`\u003c`),
      }}
    />
  ));
}

interface Question {
  readonly question: string;
  readonly answer: string;
}

function landingQuestions(i18n: i18n): readonly Question[] {
  const t = i18n.getFixedT(null, "landing");
  const brand = jsonBlankOf("brand");
  return QUESTIONS.map((number) => ({
    question: t(`question_${number}`, { brand }),
    answer: t(`answer_${number}`, { brand }),
  }));
}

function faqQuestions(i18n: i18n): readonly Question[] {
  const t = i18n.getFixedT(null, "faq");
  return SUBJECTS.flatMap(({ questions }) => questions).map((id) => ({ question: t(id), answer: t(`${id}_answer`) }));
}

function questionPage(questions: readonly Question[]) {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

function product(description: string) {
  return {
    "@type": "Product",
    name: jsonBlankOf("brand"),
    brand: { "@type": "Brand", name: jsonBlankOf("brand") },
    description: description.replaceAll(blankOf("brand"), jsonBlankOf("brand")),
    image: `${blankOf("origin")}/share-en.png`,
    offers: PLANS.filter((plan) => plan !== HIDDEN_PLAN).map((plan) => ({
      "@type": "Offer",
      name: `PRO, ${plan}`,
      price: PLAN_TERMS[plan].priceKopecks / 100,
      priceCurrency: PAYMENT_CURRENCY,
      availability: "https://schema.org/InStock",
      url: `${blankOf("origin")}/tariffs`,
    })),
  };
}
