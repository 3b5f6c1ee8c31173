import { LANGUAGES } from "@chartrelay/contract";
import { createElement, startTransition, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { wantedLanguages } from "../../core/appearance/language.ts";
import { ISLAND, ISLAND_PROPS, type IslandName } from "../../core/island.tsx";
import { startUp } from "../../core/session/api.ts";
import { keepUtmSource } from "../../core/session/utm-source.ts";
import { readSite } from "../../core/site.ts";
import { markHydrated } from "../../ui/early-click.ts";
import { createBrowserStore } from "../browser-store.ts";
import { readPageTexts, type PageTexts } from "../page-texts.ts";
import { IslandRoot } from "./island-root.tsx";
import { islandTexts, openIn } from "./island-texts.ts";
import { ISLANDS } from "./islands.tsx";
import { returnFocus } from "./kept-focus.ts";

/** Takes over a public page: its islands, and no more. */
export function takeOver(): void {
  keepUtmSource(location.search);
  openByHash();
  addEventListener("hashchange", openByHash);
  const texts = readPageTexts();
  if (!texts) throw new Error("the page has no texts");
  // The server sees only the query, the cookie and Accept-Language: local storage may say otherwise.
  const wanted = wantedLanguages().find((tag) => LANGUAGES.some((language) => language === tag));
  if (wanted !== undefined && wanted !== texts.language) openIn(wanted);
  else hydrateIslands(texts);
}

function hydrateIslands(pageTexts: PageTexts): void {
  const store = createBrowserStore();
  const shared = { store, texts: islandTexts(pageTexts), site: readSite() };
  const places = [...document.querySelectorAll<HTMLElement>(`[${ISLAND}]`)];
  const shown = places.map((place) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const name = place.getAttribute(ISLAND) as IslandName;
    const props = JSON.parse(place.getAttribute(ISLAND_PROPS) ?? "{}") as object;
    const island = (
      <IslandRoot {...shared} onShown={resolve}>
        {createElement(ISLANDS[name] as ComponentType, props)}
      </IslandRoot>
    );
    // Hydration may be interrupted: a page that is already readable must stay responsive.
    startTransition(() => void hydrateRoot(place, island, { identifierPrefix: name }));
    return promise.then(() => markHydrated(place));
  });
  void Promise.all(shown).then(returnFocus);
  // From here on the page knows who is signed in: public/before-paint.js.
  void Promise.all(shown)
    .then(() => store.dispatch(startUp()))
    .finally(() => delete document.documentElement.dataset["session"]);
}

/** Opens the question that the address's hash names: readers who follow a link want the answer. */
function openByHash(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
