import type { PageTexts } from "../page-texts.ts";
import { storeLanguage } from "../../core/appearance/language.ts";
import { keepFocus } from "./kept-focus.ts";
import type { Texts } from "../../lib/texts.ts";

type Values = Readonly<Record<string, string | number>>;

/**
 * Texts of a public page, without i18next, which would be a fifth of what the page loads: islands need only
 * `{{values}}` and plurals. @throws when a text isn't there, so that the build fails.
 */
export function islandTexts({ language, texts }: PageTexts): Texts {
  const plural = new Intl.PluralRules(language);
  const read =
    (namespace: string) =>
    (key: string, values: Values = {}) => {
      const count = values["count"];
      const name = typeof count === "number" ? `${key}_${plural.select(count)}` : key;
      const text = (texts[namespace] as Readonly<Record<string, string>> | undefined)?.[name];
      if (text === undefined) throw new Error(`no text ${namespace}:${name} in ${language}`);
      return text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ""));
    };
  return {
    language,
    // The compiler checks keys and values by i18next's types.
    of: read as unknown as Texts["of"],
    change(other) {
      storeLanguage(other);
      keepFocus();
      openIn(other);
    },
  };
}

/** Loads this page in another language. The address names it, in case the browser refuses the cookie. */
export function openIn(language: string): void {
  const address = new URL(location.href);
  address.searchParams.set("lng", language);
  location.replace(address);
}
