/** The texts that a prerendered page shows travel with it: it comes to life without asking for them. */
import type { Language } from "@chartrelay/contract";
import type { ResourceLanguage } from "i18next";

/** The id of the element that holds them, as JSON. */
export const PAGE_TEXTS_ID = "texts";

export interface PageTexts {
  readonly language: Language;
  /** By their namespaces. */
  readonly texts: ResourceLanguage;
}

/** Reads them from the page; undefined where it isn't prerendered. */
export function readPageTexts(): PageTexts | undefined {
  const json = document.getElementById(PAGE_TEXTS_ID)?.textContent;
  return json ? (JSON.parse(json) as PageTexts) : undefined;
}
