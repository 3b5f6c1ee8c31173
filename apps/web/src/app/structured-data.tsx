/**
 * What a page tells machines, in schema.org's vocabulary: its questions with their answers, what is sold, and how a
 * broker is linked.
 */
import {
  blankOf,
  jsonBlankOf,
  PAYMENT_CURRENCY,
  PLAN_TERMS,
  PLANS,
  VENUE_MANIFESTS,
  type ListedVenue,
  type PrerenderedPage,
} from "@chartrelay/contract";
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
  const venue = VENUE_MANIFESTS.find((each) => each.page === page);
  const data = [
    ...(page === "/" ? [questionPage(landingQuestions(i18n))] : []),
    ...(page === "/faq" ? [questionPage(faqQuestions(i18n))] : []),
    ...(page === "/" || page === "/tariffs" ? [product(description)] : []),
    ...(venue ? [breadcrumbs(venue, i18n), howTo(venue, i18n, description)] : []),
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

function breadcrumbs({ name, page }: ListedVenue, i18n: i18n) {
  const steps = [
    { name: jsonBlankOf("brand"), item: `${blankOf("origin")}/` },
    { name: i18n.t(`brokers:${name}_title`), item: blankOf("origin") + page },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => ({ "@type": "ListItem", position: index + 1, ...step })),
  };
}

const KEY_STEPS = [1, 2, 3] as const;

/** How to create the key: the steps that the page shows. */
function howTo({ name, texts }: ListedVenue, i18n: i18n, description: string) {
  return {
    "@type": "HowTo",
    name: i18n.t(`brokers:${name}_title`),
    description: description.replaceAll(blankOf("brand"), jsonBlankOf("brand")),
    step: KEY_STEPS.map((step) => ({ "@type": "HowToStep", text: i18n.t(`key-steps:${texts}_step_${step}`) })),
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
