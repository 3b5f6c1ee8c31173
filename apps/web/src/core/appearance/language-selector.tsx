import type { i18n } from "i18next";
import { useTranslation } from "react-i18next";
import { log } from "../../lib/log.ts";
import { hydrateAll } from "../../ui/lazy-part.tsx";
import { classNames } from "../../ui/class-names.ts";

/** i18next's test mode, which shows keys instead of texts. */
const TEST_MODE = "cimode";

/**
 * Loads the page's texts in the other language before switching to it: i18next alone would show keys for texts that
 * failed to load. @throws when they don't load.
 */
async function change(i18n: i18n, language: string): Promise<void> {
  await hydrateAll();
  const isThere = (name: string) => i18n.hasResourceBundle(language, name);
  const names = [i18n.options.ns ?? []].flat();
  await i18n.reloadResources(
    language,
    names.filter((name) => !isThere(name)),
  );
  if (!names.every(isThere)) throw new Error(`the texts in ${language} didn't come`);
  await i18n.changeLanguage(language);
}

/** The supported languages in upper case, as links, so that they work before the page's script does. */
export function LanguageSelector() {
  const { t, i18n } = useTranslation("shell");
  const languages = (i18n.options.supportedLngs || []).filter((language) => language !== TEST_MODE);
  return (
    <div role="group" aria-label={t("language")} className="inline-flex">
      {languages.map((language) => (
        <a
          key={language}
          href={`?lng=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={i18n.resolvedLanguage === language}
          onClick={(event) => {
            event.preventDefault();
            change(i18n, language).catch((error: unknown) => log.error("the language didn't change", error));
          }}
          className={classNames(
            "inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-14 font-medium transition-colors duration-150",
            i18n.resolvedLanguage === language ? "text-accent" : "text-muted hover:bg-accent-soft hover:text-ink",
          )}
        >
          {language.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
