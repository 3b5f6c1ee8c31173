import { defineConfig } from "vitest/config";
import { STORAGE_PROJECTS } from "./scripts/verdict.ts";

const INTEGRATION = "apps/server/**/*.test.ts";
/** What only several server processes can show, so that PGlite, which lives in one, cannot. */
const POSTGRES_ONLY = "apps/server/**/*.postgres.test.ts";
const UNBUILT = "**/node_modules/**";
const [ON_PGLITE, ON_POSTGRES] = STORAGE_PROJECTS;

export default defineConfig({
  test: {
    globalSetup: ["scripts/provide-postgres.ts"],
    reporters: ["verbose", "./scripts/verdict-reporter.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["{packages,scripts,bench}/**/*.test.ts"], exclude: [UNBUILT] } },
      {
        extends: true,
        test: {
          name: ON_PGLITE,
          include: [INTEGRATION],
          exclude: [UNBUILT, POSTGRES_ONLY],
          provide: { storage: "pglite" },
        },
      },
      {
        extends: true,
        test: {
          name: ON_POSTGRES,
          include: [INTEGRATION],
          exclude: [UNBUILT, POSTGRES_ONLY],
          provide: { storage: "postgres" },
        },
      },
      {
        extends: true,
        test: { name: "several nodes", include: [POSTGRES_ONLY], exclude: [UNBUILT], provide: { storage: "postgres" } },
      },
      { test: { name: "web", include: ["apps/web/**/*.test.{ts,tsx}"], exclude: [UNBUILT], environment: "jsdom" } },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.test.ts"],
          exclude: [UNBUILT],
          globalSetup: ["e2e/prepare.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A browser each: more of them at once would only wait for each other.
          maxWorkers: 1,
        },
      },
    ],
  },
});
