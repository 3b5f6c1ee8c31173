import { useEffect } from "react";
import { useLocation } from "react-router";

/** How long the target of a hash link may take to appear: specification, section 9. */
const HASH_SCROLL_TIMEOUT_MS = 10_000;

/**
 * Scrolls to the element that the address's hash names, as soon as it is on the page. The free space above it is
 * `scroll-padding-top` in the stylesheet.
 */
export function useHashScroll(): void {
  // A second click on the same link is a new location with the same hash.
  const { hash, key } = useLocation();

  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (id === "" || scrollTo(id)) return undefined;
    const observer = new MutationObserver(() => scrollTo(id) && stop());
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const timer = setTimeout(stop, HASH_SCROLL_TIMEOUT_MS);
    observer.observe(document.body, { childList: true, subtree: true });
    return stop;
  }, [hash, key]);
}

function scrollTo(id: string): boolean {
  const target = document.getElementById(id);
  const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target?.scrollIntoView({ behavior: prefersStillness ? "auto" : "smooth" });
  return target !== null;
}
