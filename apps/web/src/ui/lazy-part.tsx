/**
 * Parts of a prerendered page that lie below what is seen first. Their markup is there from the start; their code comes
 * when they are about to be used, so that it isn't a part of what the page loads first.
 *
 * React draws such a part anew, and leaves a gap until its code is there, when a context around it changes: so that
 * nothing above it may change one by itself.
 */
import { createElement, Suspense, use, useEffect, type ComponentType } from "react";
import { markHydrated } from "./early-click.ts";

export interface LazyPart {
  readonly Component: ComponentType;
  /** Fetches the code, unless the markup is there already: for the loader of a page. */
  readonly load: () => Promise<void>;
}

/** Parts that are still markup only, by their ids, each with what wakes it. */
const unhydrated = new Map<string, () => Promise<void>>();

/** Wakes every part: before something changes that all of the page shows, such as its language. */
export async function hydrateAll(): Promise<void> {
  await Promise.all(Array.from(unhydrated.values(), (hydrate) => hydrate()));
}

/** `id` names the part's place in the page. */
export function lazyPart(id: string, load: () => Promise<{ readonly default: ComponentType }>): LazyPart {
  const { promise: isWanted, resolve: want } = Promise.withResolvers<void>();
  const { promise: isHydrated, resolve: confirm } = Promise.withResolvers<void>();
  const place = findPrerendered(id);
  if (place) {
    whenWanted(place, want);
    unhydrated.set(id, () => {
      want();
      return isHydrated;
    });
  } else want();

  const loaded: Promise<ComponentType> = isWanted
    .then(load)
    // So React needn't wait to see that it is fulfilled.
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

  /** If React had to draw the part anew before it was wanted, it is wanted now. */
  function Gap() {
    useEffect(want, []);
    return null;
  }

  // The same element each time: to be given another one would be a reason to draw it anew.
  const content = (
    <Suspense fallback={<Gap />}>
      <Content />
    </Suspense>
  );

  function Component() {
    useEffect(
      () => () => {
        // Gone before it was seen. Where it is needed next nothing is prerendered.
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

  return { Component, load: async () => void (unhydrated.has(id) || (await loaded)) };
}

/** The part's place, if the page is about to be taken over as it stands: main.tsx. */
function findPrerendered(id: string): Element | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector(`[data-page] #${id}`) ?? undefined;
}

/**
 * Comes into view, or is about to: whoever moves, touches or types is there to use the page. A pointer that rests where the page
 * happens to open is over it (`pointerover`), and says nothing.
 */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

function whenWanted(place: Element, onWanted: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) wanted();
  });
  const wanted = () => {
    observer.disconnect();
    for (const sign of SIGNS) removeEventListener(sign, wanted);
    onWanted();
  };
  for (const sign of SIGNS) addEventListener(sign, wanted, { passive: true });
  // The place itself has no box.
  for (const part of place.children) observer.observe(part);
}
