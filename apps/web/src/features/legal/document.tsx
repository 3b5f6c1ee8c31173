import { DOCUMENTS, type DocumentId, type Language } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IfConfigured } from "../../core/if-configured.tsx";
import { useSellerName, useSite } from "../../core/site.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { readClauses, type Clause } from "./clauses.ts";

interface DocumentProps {
  readonly id: DocumentId;
  /** The language of the text, if it isn't the reader's. */
  readonly lang?: string;
  /** What a reader should know before the text. */
  readonly before?: ReactNode;
  /** What belongs to the text and follows its clauses. */
  readonly after?: ReactNode;
}

/** A legal document: title and date, contents at the side, clauses, and whom to ask. */
export function Document({ id, lang, before, after }: DocumentProps) {
  const { t, i18n } = useTranslation("legal");
  const { version, date, texts } = DOCUMENTS[id];
  const language = i18n.resolvedLanguage ?? "en";
  const fill = useBlanks();
  const clauses = readClauses((i18n.getResourceBundle(language, texts) ?? {}) as Record<string, string>);

  return (
    <div className="container-page grid gap-x-16 gap-y-8 py-12 desktop:grid-cols-[minmax(0,1fr)_280px]">
      <header className="max-w-[72ch]">
        <PageTitle>{t(id)}</PageTitle>
        <p className="mt-3 flex flex-wrap gap-x-4 text-muted">
          <span>{t("updated", { date: formatDocumentDate(date, language) })}</span>
          <span>{t("version", { version })}</span>
        </p>
      </header>
      <Contents clauses={clauses} lang={lang} />
      <div className="max-w-[72ch] min-w-0 desktop:col-start-1">
        {before}
        <article className="flex flex-col gap-10">
          {clauses.map((clause) => (
            <section key={clause.number} id={`clause-${clause.number}`} lang={lang}>
              <h2 className="text-22 font-semibold">
                {clause.number}. {clause.title}
              </h2>
              <Paragraphs of={clause} fill={fill} />
              {clause.parts.map((part) => (
                <Part key={part.number} part={part} fill={fill} />
              ))}
            </section>
          ))}
          {after}
        </article>
        <IfConfigured name="contactEmail">
          {(email) => (
            <p className="mt-12 border-t border-line pt-6">
              {t("questions")}{" "}
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>
            </p>
          )}
        </IfConfigured>
      </div>
    </div>
  );
}

type Fill = (text: string) => string;

/** Returns a function that fills a text's blanks: who runs the service, and what it is called. */
function useBlanks(): Fill {
  const { i18n } = useTranslation("legal");
  const { brand } = useSite();
  const seller = useSellerName();
  return (text) => i18n.services.interpolator.interpolate(text, { brand, seller }, "", {});
}

function Paragraphs({ of: { paragraphs }, fill }: { readonly of: Clause; readonly fill: Fill }) {
  return paragraphs.map((text) => (
    <p key={text} className="mt-3">
      {fill(text)}
    </p>
  ));
}

/** A part with its own title is a sub-clause; one without is a numbered paragraph. */
function Part({ part, fill }: { readonly part: Clause; readonly fill: Fill }) {
  if (part.title !== undefined) {
    return (
      <section className="mt-6">
        <h3 className="text-18 font-semibold">
          {part.number}. {part.title}
        </h3>
        <Paragraphs of={part} fill={fill} />
      </section>
    );
  }
  return (
    <p className="mt-3 tablet:flex tablet:gap-3">
      <span className="text-muted tabular tablet:w-11 tablet:shrink-0">{part.number}.</span>{" "}
      <span>{part.paragraphs.map(fill).join(" ")}</span>
    </p>
  );
}

function Contents({ clauses, lang }: { readonly clauses: readonly Clause[]; readonly lang: string | undefined }) {
  const { t } = useTranslation("legal");
  return (
    <nav
      aria-label={t("contents")}
      className="hidden desktop:col-start-2 desktop:row-span-2 desktop:row-start-1 desktop:block"
    >
      <ol lang={lang} className="sticky top-24 flex flex-col border-l border-line text-14">
        {clauses.map(({ number, title }) => (
          <li key={number}>
            <a
              href={`#clause-${number}`}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 text-muted hover:border-accent hover:text-ink"
            >
              {number}. {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const FORMATS: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
  ru: new Intl.DateTimeFormat("ru-RU", { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" }),
};

/** Formats a day given as yyyy-MM-dd: dd.MM.yyyy in Russian, else as in "March 5, 2025": specification, section 2. */
export function formatDocumentDate(date: string, language: string): string {
  return FORMATS[language === "ru" ? "ru" : "en"].format(new Date(date));
}
