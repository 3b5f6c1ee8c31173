/** Yandex.Metrica in the page: docs/security.md, Sources. Loaded only for visitors who allowed it. */
import { accessToken } from "../session/access-token.ts";

const SCRIPT = "https://mc.yandex.ru/metrika/tag.js";
/** The prefix of everything that the counter stores in a browser. */
const KEPT = "_ym";

type Metrika = ((...call: readonly unknown[]) => void) & { a?: unknown[][]; l?: number };

declare global {
  interface Window {
    ym?: Metrika | undefined;
  }
}

/** Counts a visit of the page at `path`, without its query, which may hold private data. */
export function countVisit(counter: string, path: string): void {
  start(counter);
  window.ym?.(Number(counter), "hit", location.origin + path, { title: document.title });
}

/** Stops the counter, and removes what it stored in this browser. */
export function stopCounting(counter: string): void {
  window.ym?.(Number(counter), "destruct");
  window.ym = undefined;
  document.querySelector(`script[src="${SCRIPT}"]`)?.remove();
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store).filter((name) => name.startsWith(KEPT))) store.removeItem(key);
  }
  const cookies = document.cookie.split("; ").map((cookie) => cookie.split("=", 1)[0] ?? "");
  for (const name of cookies.filter((cookie) => cookie.startsWith(KEPT))) {
    // The counter sets them for the widest domain it can.
    for (const domain of ["", ...domainsOf(location.hostname)]) {
      document.cookie = `${name}=; path=/; max-age=0${domain && `; domain=${domain}`}`;
    }
  }
}

/** Returns the domains that a page of `host` can set cookies for: relay.example.com and example.com. */
function domainsOf(host: string): string[] {
  const labels = host.split(".");
  return labels.slice(1).map((_, index) => labels.slice(index).join("."));
}

/** Reloads if somebody has signed in: in another tab, or while this document was in the back/forward cache. */
function leaveToSession(): void {
  if (accessToken.read() !== undefined) location.reload();
}

function start(counter: string): void {
  if (window.ym) return;
  for (const sign of ["storage", "pageshow"]) addEventListener(sign, leaveToSession);
  // Calls wait in `a` until the script is loaded.
  const ym: Metrika = (...call) => void (ym.a ??= []).push([...call]);
  ym.l = Date.now();
  window.ym = ym;
  const script = document.createElement("script");
  script.async = true;
  script.src = SCRIPT;
  document.head.append(script);
  ym(Number(counter), "init", {
    defer: true,
    clickmap: true,
    trackLinks: true,
    accurateTrackBounce: true,
    webvisor: false,
  });
}
