/** The reader's choice of theme. It stands on the root element, where `public/before-paint.js` puts it before the first paint. */
import { useSyncExternalStore } from "react";
import { store } from "../../lib/local-storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

/** The theme that is chosen now, and from now on. */
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
