/** The reader's choice of theme. It is set on the root element, by `public/before-paint.js` before the first paint. */
import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { useTexts } from "../../lib/texts.ts";
import { store } from "../../lib/local-storage.ts";
import { classNames } from "../../ui/class-names.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "theme";

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or the system's theme. */
export function ThemeSelector() {
  const { t } = useTexts("shell");
  const theme = useTheme();
  const group = useId();
  return (
    <fieldset className="inline-flex rounded-control border border-edge">
      <legend className="sr-only">{t("theme")}</legend>
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <label
            key={name}
            title={t(`theme_${name}`)}
            className={classNames(
              "inline-flex size-11 cursor-pointer items-center justify-center rounded-control transition-colors duration-150",
              "focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent",
              theme === name ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={theme === name}
              onChange={() => chooseTheme(name)}
              aria-label={t(`theme_${name}`)}
            />
            <Icon aria-hidden className="size-4" />
          </label>
        );
      })}
    </fieldset>
  );
}

/** Returns the chosen theme, and follows changes. */
function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => THEMES.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system",
    () => "system",
  );
}

function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  store(KEY, theme === "system" ? undefined : theme);
}

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
