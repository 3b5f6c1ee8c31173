import { LANGUAGES } from "@chartrelay/contract";
import { classNames } from "../../ui/class-names.ts";
import { useTexts } from "../../lib/texts.ts";

/** The supported languages in upper case, as links, so that they work before the page's script does. */
export function LanguageSelector() {
  const { t, language: current, changeLanguage } = useTexts("shell");
  return (
    <div role="group" aria-label={t("language")} className="inline-flex">
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={`?lng=${language}`}
          lang={language}
          hrefLang={language}
          aria-current={current === language}
          onClick={(event) => {
            event.preventDefault();
            changeLanguage(language);
          }}
          className={classNames(
            "inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-14 font-medium transition-colors duration-150",
            current === language ? "text-accent" : "text-muted hover:bg-accent-soft hover:text-ink",
          )}
        >
          {language.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
