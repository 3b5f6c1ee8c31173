import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

/** Where `npm run dev` has the server listen: scripts/dev.mjs. */
const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), precompress()],
  server: { proxy: { "/api": SERVER, "/docs": SERVER } },
  build: {
    // A file inside another one, as a data URL, is what the policy of our pages forbids.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Every page needs all of these: one file is quicker than nine small ones (facts/frontend.md, 2.2).
        codeSplitting: {
          groups: [
            // Only forms need schemas, but every page needs constants: by itself the bundler would put both together.
            { name: "constants", test: /packages[\\/]contract[\\/]src[\\/](business|enumerations|site)\.ts$/ },
            {
              name: "schemas",
              test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]src[\\/](entities|payloads|page|problem)\.ts$/,
            },
            {
              name: "vendor",
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|use-sync-external-store|reselect|immer|@reduxjs|i18next|i18next-[a-z-]+|react-i18next)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
