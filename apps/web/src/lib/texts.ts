/**
 * Texts of components that are in the dashboard, which has i18next, and on public pages, whose islands have only the
 * texts that came with the document: app/site/island-texts.ts.
 */
import type { Language } from "@chartrelay/contract";
import type { Namespace, TFunction } from "i18next";
import { createContext, use } from "react";
import type { FallbackNs } from "react-i18next";

type Name = Namespace & string;

export interface Texts {
  readonly language: Language;
  /** Returns what reads the texts of a namespace, as i18next's `t` does. */
  readonly of: <Of extends Name>(namespace: Of) => TFunction<FallbackNs<Of>>;
  /** Switches the page to another language, and stores the choice. */
  readonly change: (language: Language) => void;
}

const TextsContext = createContext<Texts | undefined>(undefined);

export const TextsProvider = TextsContext.Provider;

/** Returns the page's language and its texts of `namespace`. @throws if nothing provides them. */
export function useTexts<Of extends Name>(namespace: Of) {
  const texts = use(TextsContext);
  if (!texts) throw new Error(`nothing provides the texts of ${namespace}`);
  return { t: texts.of(namespace), language: texts.language, changeLanguage: texts.change };
}
