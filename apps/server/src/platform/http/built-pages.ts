/** Completes the built pages with values that are known only when they are served. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  FIGURES_PLACE,
  LANGUAGES,
  NOT_FOUND_PAGE,
  pageFile,
  PAGES,
  SITE_ELEMENT_ID,
  valuesOfBlanks,
  type Language,
  type Site,
} from "@chartrelay/contract";
import { fillBlanks } from "./blanks.ts";
import { compress, type Compressed } from "./compressed.ts";

const SITE_ELEMENT = new RegExp(`(<script type="application/json" id="${SITE_ELEMENT_ID}">)[^<]*(</script>)`);

export interface BuiltPagesOptions {
  /** The output of `npm run build`. */
  readonly directory: string;
  /** The operator's details, which every page shows. */
  readonly site: Site;
  /** The site's address, http://host, once it is known. */
  readonly origin: () => string;
}

/** A request for a page. */
export interface Asked {
  /** Its name according to `pageFile`. */
  readonly file: string;
  readonly language: Language;
  /** Whether the URL itself names the language. */
  readonly isByQuery: boolean;
  /** Markup that the page shows as of now; undefined for pages that stay the same. */
  readonly figures?: string | undefined;
}

/** Reads the pages. Each is filled and compressed on its first request, and again when its figures have changed. */
export function readBuiltPages({ directory, site, origin }: BuiltPagesOptions): (asked: Asked) => Promise<Compressed> {
  const files = ([...PAGES, NOT_FOUND_PAGE] as const).map(pageFile);
  const built = new Map<string, string>(
    LANGUAGES.flatMap((language) =>
      files.map((file) => {
        const html = readFileSync(join(directory, "pages", language, file), "utf8");
        if (!SITE_ELEMENT.test(html))
          throw new Error(`${language}/${file} has no place for what it shows of the operator`);
        return [`${language}/${file}`, html] as const;
      }),
    ),
  );
  const pages = new Map<string, { readonly figures: string | undefined; readonly page: Promise<Compressed> }>();

  return ({ file, language, isByQuery, figures }) => {
    const key = `${language}/${file}`;
    const query = isByQuery ? `?lng=${language}` : "";
    const ready = pages.get(key + query);
    if (ready && ready.figures === figures) return ready.page;
    const filled = fillBlanks(built.get(key) ?? "", { ...valuesOfBlanks(site), origin: origin(), query });
    const html = withSite(filled, site).replace(FIGURES_PLACE, () => figures ?? "");
    const page = compress(html, figures === undefined ? "once" : "often");
    pages.set(key + query, { figures, page });
    return page;
  };
}

/** Inserts the operator's details for the page's script. A `<` in a value must not end the element. */
function withSite(html: string, site: Site): string {
  const json = JSON.stringify(site).replaceAll("<", String.raw`\u003c`);
  return html.replace(SITE_ELEMENT, (_, start: string, end: string) => start + json + end);
}
