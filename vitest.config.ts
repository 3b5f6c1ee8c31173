import { defineConfig } from "vitest/config";
import { FileOrder } from "./scripts/file-order.ts";
import { STORAGE_PROJECTS } from "./scripts/verdict.ts";

const SERVER = "apps/server/**/*.test.ts";
/** Tests that need several server processes, which PGlite can't serve. */
const POSTGRES_ONLY = "apps/server/**/*.postgres.test.ts";
/**
 * What the rest of the server relies on in the storage: accepting, queueing, attempts, the outbox, locks, lists,
 * throttles and migrations, and a journey of each kind that e2e/journey.test.ts doesn't make. These run on PGlite as
 * well; the server's other tests run on PostgreSQL only. `npm run test:all` runs everything on both.
 */
const STORAGE_CONTRACT = [
  "apps/server/src/signals/{accepting,answers,used-id}.test.ts",
  "apps/server/src/orders/{age,sending,api/list}.test.ts",
  "apps/server/src/platform/db/first-release.test.ts",
  "apps/server/src/alerts/alerts.test.ts",
  "apps/server/src/messaging/{outbox,restart}.test.ts",
  "apps/server/src/live-updates/events.test.ts",
  "apps/server/src/billing/payments/payments.test.ts",
  "apps/server/src/platform/security/throttle.test.ts",
  "apps/server/src/strategies/strategy-pages.test.ts",
];
/** A wait ends as soon as it succeeds: long timeouts don't slow down passing tests, but allow for a busy machine. */
const PATIENCE = { expect: { poll: { timeout: 20_000 } }, testTimeout: 60_000, hookTimeout: 90_000 };
const DRILL_LIMITS = { maxWorkers: 1, testTimeout: 300_000, hookTimeout: 60_000 };
/** A third of a test's time is waiting, so three workers keep two cores busy. */
const WORKERS = { maxWorkers: 3 };
const UNBUILT = "**/node_modules/**";
/** They need PostgreSQL's client programs, or minutes: `npm run drill` and `npm run test:all`. */
const DRILLS = "bench/drills/**/*.test.ts";
const [ON_PGLITE, ON_POSTGRES] = STORAGE_PROJECTS;

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ["scripts/prepare.ts"],
    reporters: ["verbose", "./scripts/verdict-reporter.ts"],
    // A truncated title no longer says what its test shows.
    taskTitleValueFormatTruncate: 0,
    ...PATIENCE,
    pool: "forks",
    // Loading the product takes a second and a half: a worker does it once instead of once per file.
    isolate: false,
    // Node.js runs the sources untransformed, as it does for users.
    experimental: { viteModuleRunner: false },
    ...WORKERS,
    sequence: { sequencer: FileOrder },
    provide: { cells: mode === "all" ? "all" : "chosen" },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{packages,scripts,bench}/**/*.test.ts"], exclude: [UNBUILT, DRILLS] },
      },
      {
        extends: true,
        test: { name: ON_POSTGRES, include: [SERVER], exclude: [UNBUILT], provide: { storage: "postgres" } },
      },
      {
        extends: true,
        test: {
          name: ON_PGLITE,
          include: mode === "all" ? [SERVER] : STORAGE_CONTRACT,
          exclude: [UNBUILT, POSTGRES_ONLY],
          provide: { storage: "pglite" },
        },
      },
      {
        test: {
          name: "web",
          include: ["apps/web/**/*.test.{ts,tsx}"],
          exclude: [UNBUILT],
          environment: "jsdom",
          // JSX and import.meta.env need Vite.
          experimental: { viteModuleRunner: true },
          ...WORKERS,
          ...PATIENCE,
          setupFiles: ["apps/web/test/patience.ts"],
        },
      },
      {
        test: {
          name: "browser",
          expect: PATIENCE.expect,
          include: ["e2e/**/*.test.ts"],
          exclude: [UNBUILT],
          globalSetup: ["e2e/prepare.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          pool: "forks",
          isolate: false,
          experimental: { viteModuleRunner: false },
          // These share one product and one browser, so they run after all others.
          ...WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      ...(mode === "all" || mode === "drill"
        ? [
            {
              extends: true as const,
              // Each starts several servers: one after another, when nothing else runs.
              test: {
                name: "drills",
                include: [DRILLS],
                exclude: [UNBUILT],
                ...DRILL_LIMITS,
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
}));
