import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { CHUNKS } from "./build/chunks.ts";
import { devPages } from "./build/dev-pages.ts";
import { minifyPublic } from "./build/minify-public.ts";
import { precompress } from "./build/precompress.ts";

/** Where `npm run dev` runs the server: scripts/dev.mjs. */
const SERVER = "http://127.0.0.1:8080";

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
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
});
