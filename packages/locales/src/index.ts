/** The product's texts, for everything that talks to people: the API, its client, Telegram, mail. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";

export const NAMESPACES = [
  "problems",
  "validation",
  "message",
  "reasons",
  "notify",
  "notices",
  "bot",
  "orders-csv",
  "shell",
  "ui",
  "auth",
  "checkout",
  "declines",
  "consent",
  "landing",
  "tariffs",
  "faq",
  "faq-reasons",
  "about",
  "brokers",
  "contacts",
  "legal",
  "legal-offer",
  "legal-privacy",
  "legal-personal-data",
  "payment",
  "profile",
  "titles",
  "descriptions",
  "trading",
  "lists",
  "orders",
  "order",
  "positions",
  "strategies",
  "strategy",
  "strategy-settings",
  "stops",
  "replay",
  "reports",
  "alerts",
  "users",
  "accounts",
  "key-steps",
  "builder",
  "mail",
  "settings",
  "audit",
  "overview",
  "first-steps",
  "tradingview",
  "relay-health",
  "status",
  "incidents",
] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** Translates a key and fills its blanks; `key` may name a namespace, as in `problems:not_found`. */
export type Translate = (key: string, blanks?: Record<string, string | number>) => string;

/** Returns the parsed file of one namespace in one language. */
export function readNamespace(language: "en" | "ru", namespace: Namespace): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, "..", language, `${namespace}.json`), "utf8")) as Record<
    string,
    string
  >;
}

const texts = i18next.createInstance();
await texts.init({
  lng: "en",
  fallbackLng: "en",
  ns: NAMESPACES,
  defaultNS: "problems",
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(
    (["en", "ru"] as const).map((language) => [
      language,
      Object.fromEntries(NAMESPACES.map((namespace) => [namespace, readNamespace(language, namespace)])),
    ]),
  ),
});

/** Returns a function that translates into one language. An unknown key comes back unchanged. */
export function translator(language: "en" | "ru"): Translate {
  // Its own type would know the keys of the web application, wherever that is compiled along.
  const translate = texts.getFixedT(language) as (key: string, blanks: Record<string, string | number>) => string;
  return (key, blanks = {}) => translate(key, blanks);
}
