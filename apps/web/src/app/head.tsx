/** What the head of a prerendered page tells search engines and link previews. */
import {
  blankOf,
  LANGUAGES,
  LISTED_PAGES,
  NOT_FOUND_PAGE,
  type Language,
  type PrerenderedPage,
} from "@chartrelay/contract";
import type { i18n } from "i18next";
import { StructuredData } from "./structured-data.tsx";

const ORIGIN = blankOf("origin");
const OPEN_GRAPH_LOCALES: Readonly<Record<Language, string>> = { en: "en_US", ru: "ru_RU" };
/** The share image: public/share-<language>.png. */
const IMAGE = { width: 1_200, height: 630 };

interface HeadProps {
  readonly page: PrerenderedPage;
  readonly language: Language;
  readonly i18n: i18n;
  readonly brand: string;
  /** Per month, in rubles. */
  readonly price: number;
}

export function Head({ page, language, i18n, brand, price }: HeadProps) {
  const key = page === NOT_FOUND_PAGE ? "not_found" : page;
  const title = i18n.getFixedT(language, "titles")(key, { brand });
  const description = i18n.getFixedT(language, "descriptions")(key, { brand, price });
  const isListed = LISTED_PAGES.some((listed) => listed === page);
  const address = ORIGIN + page;
  // Each language has its own address; without `lng` the server chooses.
  const canonical = address + blankOf("query");
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isListed ? (
        <>
          <link rel="canonical" href={canonical} />
          {LANGUAGES.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={`${address}?lng=${language}`} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {page !== NOT_FOUND_PAGE && <meta property="og:url" content={canonical} />}
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
      {LANGUAGES.filter((other) => other !== language).map((other) => (
        <meta key={other} property="og:locale:alternate" content={OPEN_GRAPH_LOCALES[other]} />
      ))}
      <meta property="og:image" content={`${ORIGIN}/share-${language}.png`} />
      <meta property="og:image:width" content={String(IMAGE.width)} />
      <meta property="og:image:height" content={String(IMAGE.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <StructuredData page={page} i18n={i18n} description={description} />
    </>
  );
}
