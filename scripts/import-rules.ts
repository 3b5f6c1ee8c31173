/**
 * What may import what, for eslint-plugin-boundaries. Imports run one way: the web application and the server never
 * meet, the cluster knows no venue and no HTTP, and UI parts know no store and no router. The last policy that matches
 * wins.
 */
import { join } from "node:path";

type Selector = { element?: object; file?: object; module?: object };

// The first match is a file's element, so a part must come before its whole.
const elements = [
  { type: "feature", pattern: "apps/server/src/{admin,billing,identity}/*", capture: ["area", "feature"] },
  { type: "feature", pattern: "apps/server/src/messaging/{bot,mail,notifications}", capture: ["feature"] },
  {
    type: "feature",
    pattern:
      "apps/server/src/{accounts,alerts,cells,first-steps,live-updates,message-check,messaging,orders,overview,positions,replay,reports,signals,status,stops,strategies}",
    capture: ["feature"],
  },
  { type: "cluster", pattern: "apps/server/src/cluster" },
  { type: "http", pattern: "apps/server/src/platform/http" },
  { type: "platform", pattern: "apps/server/src/platform" },
  { type: "server", pattern: "apps/server" },
  { type: "web-feature", pattern: "apps/web/src/features/*", capture: ["feature"] },
  { type: "web-page", pattern: "apps/web/src/pages/*", capture: ["page"] },
  { type: "web-app", pattern: "apps/web/src/app" },
  { type: "web-core", pattern: "apps/web/src/core" },
  { type: "web-ui", pattern: "apps/web/src/ui" },
  { type: "web-lib", pattern: "apps/web/src/lib" },
  { type: "web-styles", pattern: "apps/web/src/styles" },
  { type: "web", pattern: "apps/web" },
  { type: "contract", pattern: "packages/contract" },
  { type: "locales", pattern: "packages/locales" },
  { type: "venues", pattern: "packages/venues" },
  { type: "sandbox", pattern: "packages/sandbox" },
  { type: "bench", pattern: "bench" },
  { type: "e2e", pattern: "e2e" },
  { type: "scripts", pattern: "scripts" },
];

/** Only our own folders: the names of folders above the checkout mustn't matter. */
const OURS = "{apps,packages,bench,e2e,scripts}/**";

const files = [
  { category: "test", pattern: ["**/*.test.{ts,tsx}", "**/*.fixture.{ts,tsx}", `${OURS}/test/**`] },
  { category: "config", pattern: "apps/server/src/config.ts" },
  { category: "index", pattern: "**/index.ts" },
  { category: "plugin", pattern: "apps/server/src/**/plugin.ts" },
  {
    category: "drawer",
    pattern: [`${OURS}/{utils,helpers,common,misc,manager}.ts`, `${OURS}/{utils,helpers,common,misc,manager}/**`],
  },
];

export const importSettings = {
  "boundaries/elements": elements,
  "boundaries/files": files,
  "boundaries/dependency-nodes": ["import", "dynamic-import", "export", "require"],
  // Without it, every import would count as unknown, and so as allowed.
  "import/resolver": { [join(import.meta.dirname, "import-resolver.cjs")]: {} },
};

const element = (...types: string[]): Selector => ({ element: { type: types } });
const category = (...categories: string[]): Selector => ({ file: { categories } });
const external = (...source: string[]): Selector => ({ module: { origin: "external", source } });
const core = (...source: string[]): Selector => ({ module: { origin: "core", source } });

const may = (from: Selector, ...to: Selector[]) => ({ from, allow: to.map((selector) => ({ to: selector })) });
const mayNot = (from: Selector, ...to: Selector[]) => ({ from, disallow: to.map((selector) => ({ to: selector })) });

const FASTIFY = ["fastify", "fastify-*", "@fastify/*"];
const DATABASE = ["pg", "drizzle-orm", "@electric-sql/*"];
const STORE_AND_ROUTER = ["react-redux", "@reduxjs/*", "react-router"];
const INDEX_OF_FEATURE: Selector = { element: { type: "feature" }, file: { categories: "index" } };
const PLUGIN_OF_FEATURE: Selector = { element: { type: "feature" }, file: { categories: "plugin" } };
const INDEX_OF_WEB_FEATURE: Selector = { element: { type: "web-feature" }, file: { categories: "index" } };

export const importPolicies = {
  default: "disallow",
  checkAllOrigins: true,
  checkInternals: true,
  checkUnknownLocals: true,
  message: "{{from.element.types}} may not import this: docs/decisions/checks.md, Import rules",
  policies: [
    { allow: { dependency: { relationship: { to: "internal" } } } },
    { allow: { to: { module: { origin: ["external", "core"] } } } },

    may(element("locales", "venues", "sandbox", "bench", "scripts"), element("contract")),
    may(element("web-lib"), element("contract")),
    may(element("web-ui"), element("contract", "web-lib")),
    may(element("web-core"), element("contract", "web-lib", "web-ui")),
    may(element("web-feature"), element("contract", "web-lib", "web-ui", "web-core"), INDEX_OF_WEB_FEATURE),
    may(element("web-page"), element("contract", "web-lib", "web-ui", "web-core"), INDEX_OF_WEB_FEATURE),
    may(
      element("web-app"),
      element("contract", "web-lib", "web-ui", "web-core", "web-page", "web-styles"),
      INDEX_OF_WEB_FEATURE,
    ),
    may(element("web"), element("contract", "locales", "web-app", "web-core", "web-lib", "web-styles")),
    may(element("platform", "http"), element("contract", "locales", "platform", "http"), category("config")),
    may(element("cluster"), element("contract", "platform")),
    may(element("feature"), element("contract", "locales", "venues", "cluster", "platform", "http")),
    may(element("feature"), INDEX_OF_FEATURE, category("config")),
    may(element("server"), element("contract", "locales", "venues", "sandbox", "cluster", "platform", "http")),
    may(element("server"), INDEX_OF_FEATURE, PLUGIN_OF_FEATURE),
    may(element("bench"), element("locales", "sandbox", "scripts")),
    may(element("e2e"), element("contract", "locales", "sandbox", "scripts", "bench")),

    mayNot(element("contract"), external("!(zod|big.js)"), core("*")),
    mayNot(element("venues"), external(...FASTIFY, ...DATABASE)),
    mayNot(element("cluster"), external(...FASTIFY, "undici"), core("http*", "node:http*", "net", "node:net")),

    may(category("plugin"), external("fastify-plugin")),

    mayNot(element("web-ui", "web-lib"), external(...STORE_AND_ROUTER)),

    may(category("test"), element("locales", "sandbox", "scripts"), category("test"), external("*"), core("*")),
    {
      disallow: { to: category("drawer") },
      message: "A folder or file is named after what the user sees, not a drawer for whatever is left.",
    },
  ],
};
