import { LANGUAGES, type Language } from "@chartrelay/contract";
import type { i18n } from "i18next";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TextsProvider, type Texts } from "../lib/texts.ts";
import { log } from "../lib/log.ts";

interface I18nTextsProps {
  /** Changes the language in another way than by loading texts. */
  readonly onChangeLanguage?: Texts["change"] | undefined;
  readonly children: ReactNode;
}

/** Provides the texts that i18next has loaded to components that public pages have, too. */
export function I18nTexts({ onChangeLanguage, children }: I18nTextsProps) {
  const { i18n } = useTranslation();
  const { resolvedLanguage } = i18n;
  const texts = useMemo<Texts>(() => {
    const language = LANGUAGES.find((known) => known === resolvedLanguage) ?? "en";
    return {
      language,
      of: (namespace) => i18n.getFixedT(language, namespace),
      change:
        onChangeLanguage ??
        ((other) => void change(i18n, other).catch((error: unknown) => log.error("the language didn't change", error))),
    };
  }, [i18n, resolvedLanguage, onChangeLanguage]);
  return <TextsProvider value={texts}>{children}</TextsProvider>;
}

/**
 * Loads the page's texts in the other language before switching to it: i18next alone would show keys for texts that
 * failed to load. @throws when they don't load.
 */
async function change(i18n: i18n, language: Language): Promise<void> {
  const isThere = (name: string) => i18n.hasResourceBundle(language, name);
  const names = [i18n.options.ns ?? []].flat();
  await i18n.reloadResources(
    language,
    names.filter((name) => !isThere(name)),
  );
  if (!names.every(isThere)) throw new Error(`the texts in ${language} didn't come`);
  await i18n.changeLanguage(language);
}
