/** The reader's choice of theme. It is set on the root element, by `public/before-paint.js` before the first paint. */
import { useSyncExternalStore } from "react";
import { store } from "../../lib/local-storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

/** Returns the chosen theme, and follows changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => THEMES.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system",
    () => "system",
  );
}

export function chooseTheme(theme: Theme): void {
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
