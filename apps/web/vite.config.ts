import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { minifyPublic } from "./build/minify-public.ts";
import { precompress } from "./build/precompress.ts";

/** Where `npm run dev` runs the server: scripts/dev.mjs. */
const SERVER = "http://127.0.0.1:8080";

/** What every page needs first: libraries, and our own shell. */
const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|use-sync-external-store|@reduxjs|i18next|i18next-[a-z-]+|react-i18next(?!.*TransWithoutContext))[\\/]/;
const SHELL =
  /packages[\\/]contract[\\/]src[\\/](business|enumerations|pages|site)\.ts$|web[\\/]src[\\/](core[\\/](site|slice|thunk)|core[\\/]session[\\/](?!sign-in|behind-sign-in).*|core[\\/]consent[\\/](analytics|consent)|core[\\/]notifications[\\/].*|lib[\\/](hydrated|client|local-storage|log|media)|ui[\\/](early-click|lazy-part|button|class-names|mark|page-title|toast)|app[\\/](?!dashboard-|not-found|shell[\\/](dashboard|login-dialog|mobile-menu|footer)).*|features[\\/](landing[\\/]connect-link|subscription[\\/]slice))\.tsx?$|lucide-react[\\/].*(createLucideIcon|Icon|context|defaultAttributes|icons[\\/](arrow-up|check|menu|user-round|log-out))\.m?js$/;

/** What the pages for signed-in users share: tables that update themselves. */
const DASHBOARD =
  /web[\\/]src[\\/](core[\\/](live[\\/].*|session[\\/]behind-sign-in|table[\\/](?!keys-dialog|filter-panel|saved-).*|trading[\\/](side|status|account-label|reason-line|old-id))|ui[\\/](data-table|data-row|sort-head|popover|date-time|empty|load-failed|lazy-panel|pager|pager-items|skeleton|dashboard-skeleton|trouble)|lib[\\/]dates|features[\\/]auth[\\/]login-screen|features[\\/](accounts|alerts|orders|stats)[\\/]slice|features[\\/]first-steps[\\/](first-steps-line|nothing-yet|coming-step)|app[\\/]dashboard-[a-z]+|app[\\/]shell[\\/]dashboard[\\/](?!pause-dialog).*)\.(tsx?|css)$|lucide-react[\\/].*icons[\\/](circle-check|circle-x|download|search)\.m?js$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), minifyPublic(), precompress()],
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
      output: {
        // The shell lists every chunk by its name, and what is random in a name doesn't compress.
        chunkFileNames: "assets/[name]-[hash:7].js",
        // Every page needs all of these: one file is faster than nine small ones (docs/decisions/web.md).
        codeSplitting: {
          groups: [
            // Libraries and shell in one file: alone, the shell's parts would compress worse by a kilobyte.
            { name: "shell", test: new RegExp(`${LIBRARIES.source}|${SHELL.source}`) },
            { name: "dashboard", test: DASHBOARD },
            // Only forms need schemas, but every page needs constants: the bundler would put both together.
            {
              name: "schemas",
              test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]src[\\/](entities|payloads|page|problem)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
