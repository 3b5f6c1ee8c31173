/**
 * Parts of a prerendered page that are below the first screen. Their markup is there from the start; their code loads
 * when they are about to be used, so that it isn't part of what the page loads first.
 *
 * When a context around such a part changes, React renders it again and leaves a gap until its code has loaded, so
 * nothing above it may change a context unprompted.
 */
import { createElement, Suspense, use, useEffect, type ComponentType } from "react";
import { markHydrated } from "./early-click.ts";

export interface LazyPart {
  readonly Component: ComponentType;
  /** Loads the code, unless the markup is already there: for the loader of a page. */
  readonly load: () => Promise<void>;
}

/** Parts that are still only markup, by id, with a function that hydrates each. */
const unhydrated = new Map<string, () => Promise<void>>();

/** Hydrates every part: before a change that affects the whole page, such as its language. */
export async function hydrateAll(): Promise<void> {
  await Promise.all(Array.from(unhydrated.values(), (hydrate) => hydrate()));
}

interface LazyPartOptions {
  /**
   * Nothing in it needs a script: it has text, pictures and links. Where its markup is already there, its code is
   * loaded only when the page is used: React shows no other page or address while a part that it has to render anew
   * is missing.
   */
  readonly isStatic?: boolean;
}

/** Creates a part; `id` names its place in the page. */
export function lazyPart(
  id: string,
  load: () => Promise<{ readonly default: ComponentType }>,
  { isStatic = false }: LazyPartOptions = {},
): LazyPart {
  const { promise: isWanted, resolve: want } = Promise.withResolvers<void>();
  const { promise: isHydrated, resolve: confirm } = Promise.withResolvers<void>();
  const place = findPrerendered(id);
  if (place) {
    whenWanted(place, want, isStatic);
    unhydrated.set(id, () => {
      want();
      return isHydrated;
    });
  }

  const loaded: Promise<ComponentType> = isWanted
    .then(load)
    // Spares React from waiting to see that it is fulfilled.
    .then(({ default: component }) => Object.assign(loaded, { status: "fulfilled", value: component }).value);

  function Content() {
    const part = createElement(use(loaded));
    useEffect(() => {
      unhydrated.delete(id);
      confirm();
      markHydrated(document.getElementById(id));
    }, []);
    return part;
  }

  /** If React had to render the part again before it was wanted, it is wanted now. */
  function Gap() {
    useEffect(want, []);
    return null;
  }

  // The same element each time: a new one would make React render it again.
  const content = (
    <Suspense fallback={<Gap />}>
      <Content />
    </Suspense>
  );

  function Component() {
    useEffect(
      () => () => {
        // Unmounted before it was seen. Where it is needed next, nothing is prerendered.
        unhydrated.delete(id);
        want();
      },
      [],
    );
    return (
      <div id={id} data-unhydrated="" className="contents">
        {content}
      </div>
    );
  }

  return {
    Component,
    async load() {
      if (unhydrated.has(id)) return;
      want();
      await loaded;
    },
  };
}

/** Returns the part's place, if the page is about to be hydrated as it is: main.tsx. */
function findPrerendered(id: string): Element | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector(`[data-page] #${id}`) ?? undefined;
}

/**
 * Signs that the part is in view or about to be: a visitor who moves, touches or types is there to use the page.
 * `pointerover` isn't one, because a pointer that happens to rest where the page opens fires it, too.
 */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"] as const;
/** Signs that the page may be about to change. */
const SIGNS_OF_USE = ["pointerdown", "keydown", "click"] as const;

function whenWanted(place: Element, onWanted: () => void, isStatic: boolean): void {
  const signs = isStatic ? SIGNS_OF_USE : SIGNS;
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) wanted();
  });
  const wanted = () => {
    observer.disconnect();
    for (const sign of signs) removeEventListener(sign, wanted);
    onWanted();
  };
  for (const sign of signs) addEventListener(sign, wanted, { passive: true });
  if (isStatic) return;
  // The place itself has no box.
  for (const part of place.children) observer.observe(part);
}
