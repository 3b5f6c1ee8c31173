/** The texts that a prerendered page shows come with it, so that it hydrates without requesting them. */
import type { Language } from "@chartrelay/contract";
import type { ResourceLanguage } from "i18next";

/** The id of the element that holds them, as JSON. */
export const PAGE_TEXTS_ID = "texts";

export interface PageTexts {
  readonly language: Language;
  /** By namespace. */
  readonly texts: ResourceLanguage;
}

/** Reads them from the page; undefined if it isn't prerendered. */
export function readPageTexts(): PageTexts | undefined {
  const json = document.getElementById(PAGE_TEXTS_ID)?.textContent;
  return json ? (JSON.parse(json) as PageTexts) : undefined;
}
