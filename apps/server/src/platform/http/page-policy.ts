/** Decides what a page may load: docs/security.md, Sources. */
import { barsThirdParties } from "@chartrelay/contract";

/** Yandex.Metrica's hosts, by what is loaded from them. */
const METRIKA = {
  scripts: ["https://mc.yandex.ru", "https://yastatic.net"],
  calls: ["https://mc.yandex.ru", "wss://mc.yandex.ru"],
  images: ["https://mc.yandex.ru"],
} as const;

/** The only page that may run the payment script: nobody types a broker key into it. */
const CHECKOUT = "/profile/checkout";

export interface PolicyParts {
  readonly metrikaId?: string;
  /** The payment script, and the API that it may call. */
  readonly payments?: { readonly widgetUrl: string; readonly apiUrl: string } | undefined;
}

/**
 * Returns the Content-Security-Policy of the page at `url`, which begins with its path. Pages contain no inline
 * scripts, so none may run. Inline styles may: the dialog library adds one while it locks the page behind a dialog.
 */
export function pagePolicy(url: string, { metrikaId, payments }: PolicyParts): string {
  const [path = ""] = url.split("?", 1);
  const isCounted = metrikaId !== undefined && !barsThirdParties(path);
  const metrika = isCounted ? METRIKA : { scripts: [], calls: [], images: [] };
  const seller = path === CHECKOUT ? payments : undefined;
  const widget = seller ? [new URL(seller.widgetUrl).origin] : [];
  const api = seller ? [new URL(seller.apiUrl).origin] : [];
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
    "script-src": ["'self'", ...metrika.scripts, ...widget],
    "style-src": ["'self'", "'unsafe-inline'"],
    "connect-src": ["'self'", ...metrika.calls, ...widget, ...api],
    "img-src": ["'self'", "data:", ...metrika.images, ...widget],
    ...(widget.length > 0 && { "frame-src": widget }),
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}
