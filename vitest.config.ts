import { defineConfig } from "vitest/config";
import { STORAGE_PROJECTS } from "./scripts/verdict.ts";

const SERVER = "apps/server/**/*.test.ts";
/** What only several server processes can show, so that PGlite, which lives in one, cannot. */
const POSTGRES_ONLY = "apps/server/**/*.postgres.test.ts";
/**
 * What the storage promises the rest of the server: accepting, queueing, attempts, the outbox, locks, lists, throttles and
 * migrations, and one journey of each kind. It runs on PGlite as well; all else of the server runs on PostgreSQL alone.
 * `npm run test:all` runs everything on both.
 */
const STORAGE_CONTRACT = [
  "apps/server/src/signals/{accepting,any-post,answers,used-id}.test.ts",
  "apps/server/src/orders/{age,sending,api/list}.test.ts",
  "apps/server/src/platform/db/first-release.test.ts",
  "apps/server/src/alerts/alerts.test.ts",
  "apps/server/src/messaging/{outbox,restart}.test.ts",
  "apps/server/src/messaging/notifications/orders.test.ts",
  "apps/server/src/accounts/{accounts,retired-keys}.test.ts",
  "apps/server/src/identity/auth/auth.test.ts",
  "apps/server/src/live-updates/events.test.ts",
  "apps/server/src/billing/payments/payments.test.ts",
  "apps/server/src/admin/stats/stats.test.ts",
  "apps/server/src/platform/security/throttle.test.ts",
];
/**
 * What comes, comes at once and ends the wait: a long limit slows down no test that passes, and lets none fail because the
 * machine is busy.
 */
const PATIENCE = { expect: { poll: { timeout: 20_000 } }, testTimeout: 30_000, hookTimeout: 30_000 };
/** A third of a test's time is waiting: three workers keep two cores busy. */
const WORKERS = { maxWorkers: 3 };
const UNBUILT = "**/node_modules/**";
const [ON_PGLITE, ON_POSTGRES] = STORAGE_PROJECTS;

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ["scripts/provide-postgres.ts"],
    reporters: ["verbose", "./scripts/verdict-reporter.ts"],
    // A title that is cut short no longer says what its test shows.
    taskTitleValueFormatTruncate: 0,
    ...PATIENCE,
    pool: "forks",
    // To load the product takes a second and a half: a worker does so once, not for each of its files.
    isolate: false,
    // Node.js runs the sources as it does for users, without a transform in between.
    experimental: { viteModuleRunner: false },
    ...WORKERS,
    projects: [
      { extends: true, test: { name: "unit", include: ["{packages,scripts,bench}/**/*.test.ts"], exclude: [UNBUILT] } },
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
          // JSX and import.meta.env are Vite's.
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A file's connection to the browser ends with it: the next one of the same worker makes its own.
          isolate: true,
          // They share one product and one browser, so they come after all others.
          ...WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
