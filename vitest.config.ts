import { defineConfig } from "vitest/config";
import { STORAGE_PROJECTS } from "./scripts/verdict.ts";

const INTEGRATION = "apps/server/**/*.test.ts";
/** What only several server processes can show, so that PGlite, which lives in one, cannot. */
const POSTGRES_ONLY = "apps/server/**/*.postgres.test.ts";
const UNBUILT = "**/node_modules/**";
/** How long a test waits for what it expects: scripts/patience.ts says why. */
const PATIENCE = { expect: { poll: { timeout: 20_000 } }, setupFiles: ["scripts/patience.ts"] };
const [ON_PGLITE, ON_POSTGRES] = STORAGE_PROJECTS;

export default defineConfig({
  test: {
    globalSetup: ["scripts/provide-postgres.ts"],
    reporters: ["verbose", "./scripts/verdict-reporter.ts"],
    // A title that is cut short no longer says what its test shows.
    taskTitleValueFormatTruncate: 0,
    pool: "forks",
    ...PATIENCE,
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
      {
        test: {
          name: "web",
          include: ["apps/web/**/*.test.{ts,tsx}"],
          exclude: [UNBUILT],
          environment: "jsdom",
          testTimeout: 30_000,
          ...PATIENCE,
          setupFiles: [...PATIENCE.setupFiles, "apps/web/test/patience.ts"],
        },
      },
      {
        test: {
          name: "browser",
          ...PATIENCE,
          include: ["e2e/**/*.test.ts"],
          exclude: [UNBUILT],
          globalSetup: ["e2e/prepare.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They share one product and one browser; a group of its own, as its number of workers isn't the others'.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
