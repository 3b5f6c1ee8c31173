import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { devPages } from "./build/dev-pages.ts";
import { minifyPublic } from "./build/minify-public.ts";
import { precompress } from "./build/precompress.ts";

/** Where `npm run dev` runs the server: scripts/dev.mjs. */
const SERVER = "http://127.0.0.1:8080";

/** What the pages for signed-in users share: tables that update themselves. */
const DASHBOARD =
  /web[\\/]src[\\/](core[\\/](live[\\/].*|session[\\/]behind-sign-in|table[\\/](?!keys-dialog|filter-panel|saved-).*|trading[\\/](side|status|account-label|why|old-id))|ui[\\/](data-table|data-row|sort-head|popover|date-time|empty|load-failed|lazy-panel|pager|pager-items|skeleton|dashboard-skeleton)|lib[\\/]dates|features[\\/]auth[\\/]login-screen|features[\\/](accounts|alerts|orders|stats)[\\/]slice|features[\\/]orders[\\/]api|features[\\/]first-steps[\\/](first-steps-line|nothing-yet|coming-step)|app[\\/]dashboard-[a-z]+|app[\\/]shell[\\/]dashboard[\\/](?!pause-dialog).*)\.(tsx?|css)$|lucide-react[\\/].*icons[\\/](circle-check|circle-x|download|search)\.m?js$/;

/** The orders page without the panel, which opens over it. */
const ORDERS_PAGE =
  /web[\\/]src[\\/](pages[\\/]profile-orders|features[\\/]orders[\\/](orders-table|order-columns|order-compact|order-filters|execution-line|filters|open-order|why-order))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [devPages({ api: SERVER }), react(), tailwindcss(), minifyPublic(), precompress()],
  server: { proxy: { "/api": SERVER, "/docs": SERVER } },
  build: {
    // Browsers without it are older than what we need anyway.
    modulePreload: {
      polyfill: false,
      // A page that is opened later needs few files beyond those of every page, but a list of them for each would cost
      // all pages.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    // The policy of our pages forbids files embedded as data URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ["index.html", "site.html"].map((file) => join(import.meta.dirname, file)),
      output: {
        // The shell lists every chunk by its name, and what is random in a name doesn't compress.
        chunkFileNames: "assets/[name]-[hash:7].js",
        // Every page needs all of these: one file is faster than nine small ones (docs/decisions/web.md).
        codeSplitting: {
          groups: [
            // Only forms need schemas, but every page needs constants: the bundler would put both together.
            {
              name: "schemas",
              test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]src[\\/](entities|payloads|page|problem)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // One file is faster than nine small ones (docs/decisions/web.md): what every page loads is in the first, with
            // all that it imports; what the application adds is in the second.
            { name: "islands", test: /app[\\/]site[\\/]take-over\.tsx$/ },
            {
              name: "application",
              test: /web[\\/]src[\\/](app[\\/](app|i18n|router)|lib[\\/](form-errors|media)|ui[\\/](page-title|trouble))\.tsx?$/,
            },
            { name: "dashboard", test: DASHBOARD },
            // Its panel shares parts with it, which would become a second file of the page's first load.
            { name: "orders", test: ORDERS_PAGE },
          ],
        },
      },
    },
  },
});
