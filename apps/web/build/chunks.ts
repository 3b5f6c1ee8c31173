/** Which modules share a file: what is needed together is fetched together (docs/decisions/web.md). */
import type { Rolldown } from "vite";

/** A slash also stands for Windows's separator. */
const matching = (path: string): RegExp => new RegExp(path.replaceAll("/", String.raw`[\\/]`));
/** Modules of ours, as paths or patterns below src, without their extensions. */
const ours = (...paths: readonly string[]): RegExp => matching(`web/src/(${paths.join("|")})\\.(tsx?|css)$`);
const ofContract = (...names: readonly string[]): RegExp =>
  matching(`packages/contract/src/(${names.join("|")})\\.ts$`);
const installed = (...names: readonly string[]): RegExp => matching(`node_modules/(${names.join("|")})/`);
const any = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join("|"));

/** What the pages for signed-in users share: tables that update themselves. */
const DASHBOARD = any(
  ours(
    "app/dashboard-[a-z]+",
    "app/shell/dashboard/(?!pause-dialog).*",
    "core/live/.*",
    "core/session/behind-sign-in",
    "core/table/(?!keys-dialog|filter-panel|saved-).*",
    "core/trading/(side|status|account-label|why|old-id)",
    "features/(accounts|alerts|orders|stats)/slice",
    "features/auth/login-screen",
    "features/first-steps/(first-steps-line|nothing-yet|coming-step)",
    "features/orders/api",
    "lib/dates",
    "ui/(data-table|data-row|sort-head|popover|date-time|empty|load-failed|lazy-panel|pager|pager-items)",
    "ui/(skeleton|dashboard-skeleton)",
  ),
  matching("lucide-react/.*icons/(circle-check|circle-x|download|search)\\.m?js$"),
);

/** The orders page without the panel, which opens over it. */
const ORDERS_PAGE = ours(
  "pages/profile-orders/.*",
  "features/orders/(orders-table|order-columns|order-compact|order-filters)",
  "features/orders/(execution-line|filters|open-order|why-order)",
);

/** What opens over the pages for signed-in users, and what those show below the first screen: loaded once they are idle. */
const PANELS = ours(
  "app/shell/dashboard/pause-dialog",
  "core/table/(filter-panels|filter-panel|saved-panel|keys-dialog)",
  "core/trading/(refusal|reason|strategies|format-delay|format-ms)",
  "features/first-steps/(next-step|next-line|use-first-steps|order-alert-guide|step-action)",
  "features/orders/(?!slice|api).*",
  "features/stops/.*",
  "features/tradingview-alert/alert-guide-button",
  "lib/amounts",
  "ui/(dialog|confirm-dialog|side-panel|return-focus|radio-cards|select-field|facts|figure-table)",
  "ui/(identifier|trouble-text|toasts)",
);

/** A module that several match is in the first of them, each with all that it imports and that none before it has. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  // The others import these, so a file with one of those would be loaded for them.
  { name: "contract", test: any(installed("big\\.js"), ofContract("decimal", "reasons")) },
  // Only forms need schemas, but every page needs constants: the bundler would put both together.
  {
    name: "schemas",
    test: any(installed("zod"), ofContract("entities", "payloads", "page", "problem")),
    includeDependenciesRecursively: false,
  },
  // What every page loads is in the first; what the application adds is in the second.
  { name: "islands", test: ours("app/site/take-over") },
  { name: "application", test: ours("app/(app|i18n|router)", "lib/(form-errors|media)", "ui/(page-title|trouble)") },
  { name: "dashboard", test: DASHBOARD },
  // Its panel shares parts with it, which would become a second file of the page's first load.
  { name: "orders", test: ORDERS_PAGE },
  { name: "icons", test: matching("lucide-react/.*icons/") },
  {
    name: "forms",
    test: any(
      installed("react-hook-form", "@hookform"),
      ours("lib/field-error", "ui/(field|proof-fields|check-field|switch)"),
    ),
  },
  { name: "panels", test: PANELS },
];
