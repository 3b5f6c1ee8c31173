import { useTranslation } from "react-i18next";
import { log } from "../../lib/log.ts";
import { classNames } from "../../ui/class-names.ts";

/** i18next's own language, which shows keys in place of texts. */
const TEST_MODE = "cimode";

/** The supported languages, in upper case. */
export function LanguageSelector() {
  const { t, i18n } = useTranslation("shell");
  const languages = (i18n.options.supportedLngs || []).filter((language) => language !== TEST_MODE);
  const change = (language: string) =>
    i18n.changeLanguage(language).catch((error: unknown) => log.error("the language didn't change", error));
  return (
    <div role="group" aria-label={t("language")} className="inline-flex">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.resolvedLanguage === language}
          onClick={() => void change(language)}
          className={classNames(
            "min-h-11 min-w-11 rounded-control text-14 font-medium transition-colors duration-150",
            i18n.resolvedLanguage === language ? "text-accent" : "text-muted hover:bg-accent-soft hover:text-ink",
          )}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
