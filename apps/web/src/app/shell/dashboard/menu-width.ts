/** Whether the menu shows names or only icons: a choice for this browser, set before the first paint. */
import { useSyncExternalStore } from "react";
import { store } from "../../../lib/local-storage.ts";
import { DESKTOP } from "../../../lib/media.ts";

/** The key of the stored choice, which public/before-paint.js reads. Without one, only desktops have room for names. */
const KEY = "menu";

function read(): "wide" | "narrow" {
  const { menu } = document.documentElement.dataset;
  if (menu === "wide" || menu === "narrow") return menu;
  return matchMedia(DESKTOP).matches ? "wide" : "narrow";
}

function subscribe(onChange: () => void) {
  const desktop = matchMedia(DESKTOP);
  desktop.addEventListener("change", onChange);
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-menu"] });
  return () => {
    desktop.removeEventListener("change", onChange);
    observer.disconnect();
  };
}

/** Returns whether the menu shows names, and a function that changes that. */
export function useMenuWidth(): { readonly isWide: boolean; readonly toggle: () => void } {
  const isWide = useSyncExternalStore(subscribe, read) === "wide";
  return {
    isWide,
    toggle() {
      const chosen = isWide ? "narrow" : "wide";
      document.documentElement.dataset["menu"] = chosen;
      store(KEY, chosen);
    },
  };
}
