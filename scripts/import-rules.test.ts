/** Plants each kind of forbidden import in a copy of the folder layout and expects the linter to find it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const tree = mkdtempSync(join(tmpdir(), "chartrelay-import-rules-"));

const FORBIDDEN = {
  "the server imports the web application": ["apps/server/src/app.ts", "../../web/src/main.ts"],
  "the web application imports the server": ["apps/web/src/main.ts", "../../server/src/app.ts"],
  "the web application imports a venue": ["apps/web/src/page.ts", "@chartrelay/venues"],
  "the web application imports the sandbox": ["apps/web/src/sandbox.ts", "@chartrelay/sandbox"],
  "a part of the interface imports the store": ["apps/web/src/ui/store.ts", "react-redux"],
  "a part of the interface imports the router": ["apps/web/src/ui/router.ts", "react-router"],
  "a part of the interface imports core": ["apps/web/src/ui/core.ts", "../core/session.ts"],
  "lib imports the store": ["apps/web/src/lib/store.ts", "@reduxjs/toolkit"],
  "core imports a feature": ["apps/web/src/core/feature.ts", "../features/orders/index.ts"],
  "a feature reaches into another feature of the web": ["apps/web/src/features/auth/reach.ts", "../orders/slice.ts"],
  "a feature imports a page": ["apps/web/src/features/auth/page.ts", "../../pages/orders/page.ts"],
  "a page reaches into a feature": ["apps/web/src/pages/alerts/reach.ts", "../../features/orders/slice.ts"],
  "a page imports another page": ["apps/web/src/pages/alerts/other.ts", "../orders/page.ts"],
  "a page imports the app": ["apps/web/src/pages/alerts/app.ts", "../../app/store.ts"],
  "a package imports the server": ["packages/locales/src/server.ts", "../../../apps/server/src/app.ts"],
  "the contract imports more than zod and big.js": ["packages/contract/src/http.ts", "fastify"],
  "the contract imports Node.js": ["packages/contract/src/node.ts", "node:fs"],
  "the contract imports another package": ["packages/contract/src/texts.ts", "@chartrelay/locales"],
  "the sandbox imports a venue adapter": ["packages/sandbox/src/venue.ts", "@chartrelay/venues"],
  "the sandbox imports the server": ["packages/sandbox/src/server.ts", "../../../apps/server/src/app.ts"],
  "a venue adapter imports the database": ["packages/venues/src/database.ts", "pg"],
  "a venue adapter imports Drizzle": ["packages/venues/src/drizzle.ts", "drizzle-orm/node-postgres"],
  "a venue adapter imports Fastify": ["packages/venues/src/fastify.ts", "@fastify/helmet"],
  "a venue adapter imports the sandbox": ["packages/venues/src/sandbox.ts", "@chartrelay/sandbox"],
  "a feature reaches into another feature": ["apps/server/src/identity/auth/reach.ts", "../../orders/store.ts"],
  "the server reaches into a feature": ["apps/server/src/reach.ts", "./orders/store.ts"],
  "a feature imports the sandbox": ["apps/server/src/identity/auth/sandbox.ts", "@chartrelay/sandbox"],
  "a feature imports the composition root": ["apps/server/src/identity/auth/app.ts", "../../app.ts"],
  "the cluster imports a venue": ["apps/server/src/cluster/venue.ts", "@chartrelay/venues"],
  "the cluster imports a feature": ["apps/server/src/cluster/feature.ts", "../orders/index.ts"],
  "the cluster imports our HTTP": ["apps/server/src/cluster/http.ts", "../platform/http/errors.ts"],
  "the cluster imports Fastify": ["apps/server/src/cluster/fastify.ts", "fastify"],
  "the cluster imports an HTTP client": ["apps/server/src/cluster/undici.ts", "undici"],
  "the cluster imports Node's HTTP": ["apps/server/src/cluster/node-http.ts", "node:http"],
  "a feature imports another one's plugin": ["apps/server/src/identity/auth/plugins.ts", "../../orders/plugin.ts"],
  "the platform imports a feature": ["apps/server/src/platform/feature.ts", "../orders/index.ts"],
  "the platform imports the cluster": ["apps/server/src/platform/cluster.ts", "../cluster/queue.ts"],
  "product code imports test tooling": ["apps/server/src/tooling.ts", "../../../scripts/test-postgres.ts"],
  "an import leads nowhere": ["apps/server/src/nowhere.ts", "./missing.ts"],
  "a drawer named utils": ["apps/server/src/drawer.ts", "./utils/left-over.ts"],
} as const;

const ALLOWED = {
  "the server wires everything": [
    "apps/server/src/wires.ts",
    "@chartrelay/contract",
    "@chartrelay/locales",
    "@chartrelay/sandbox",
    "@chartrelay/venues",
    "./orders/index.ts",
    "./orders/plugin.ts",
    "./platform/http/errors.ts",
    "./cluster/queue.ts",
    "fastify",
  ],
  "the web application takes contract and locales": [
    "apps/web/src/takes.ts",
    "@chartrelay/contract",
    "@chartrelay/locales",
  ],
  "a page composes features and parts": [
    "apps/web/src/pages/alerts/composes.ts",
    "../../features/orders/index.ts",
    "../../core/session.ts",
    "../../ui/button.ts",
    "react-router",
    "react-redux",
  ],
  "a feature of the web takes another by its index": ["apps/web/src/features/auth/takes.ts", "../orders/index.ts"],
  "the browser tests take the bench's server": ["e2e/takes.ts", "../bench/server.ts", "@chartrelay/contract"],
  "the contract takes zod and big.js": ["packages/contract/src/schema.ts", "zod/mini", "big.js"],
  "the sandbox takes the contract": ["packages/sandbox/src/takes.ts", "@chartrelay/contract", "fastify"],
  "a feature takes another by its index": [
    "apps/server/src/identity/auth/takes.ts",
    "../../orders/index.ts",
    "../../config.ts",
  ],
  "the cluster takes contract and platform": [
    "apps/server/src/cluster/takes.ts",
    "@chartrelay/contract",
    "../platform/clock.ts",
  ],
  "a test takes the sandbox": ["packages/venues/src/venue.test.ts", "@chartrelay/sandbox", "vitest"],
  "the bench takes sandbox and tooling": ["bench/takes.ts", "@chartrelay/sandbox", "../scripts/test-postgres.ts"],
} as const;

const TARGETS = [
  "apps/server/src/config.ts",
  "apps/server/src/orders/index.ts",
  "apps/server/src/orders/plugin.ts",
  "apps/server/src/orders/store.ts",
  "apps/server/src/platform/clock.ts",
  "apps/server/src/platform/http/errors.ts",
  "apps/server/src/cluster/queue.ts",
  "apps/server/src/utils/left-over.ts",
  "apps/web/src/app/store.ts",
  "apps/web/src/core/session.ts",
  "apps/web/src/features/orders/index.ts",
  "apps/web/src/features/orders/slice.ts",
  "apps/web/src/pages/orders/page.ts",
  "apps/web/src/ui/button.ts",
  "bench/server.ts",
  "scripts/test-postgres.ts",
  ...["contract", "locales", "sandbox", "venues"].map((name) => `packages/${name}/src/index.ts`),
];

const ENVIRONMENT = "apps/server/src/cluster/environment.ts";

let found: ReadonlySet<string>;
let readers: readonly string[];

beforeAll(() => {
  for (const file of TARGETS) plant(file, "export const subject = 1;\n");
  for (const [file, ...sources] of [...Object.values(FORBIDDEN), ...Object.values(ALLOWED)]) {
    plant(file, sources.map((source) => `export * from "${source}";\n`).join(""));
  }
  plant(ENVIRONMENT, "export const port = process.env.PORT;\n");
  plant("apps/server/src/config.ts", "export const port = process.env.PORT;\n");
  installPackages();
  for (const file of ["oxlint.config.ts", "tsconfig.json", "scripts/import-rules.ts", "scripts/import-resolver.cjs"]) {
    cpSync(join(root, file), join(tree, file));
  }
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [oxlint, "--format=json", "apps", "packages", "bench", "e2e"],
    {
      cwd: tree,
      encoding: "utf8",
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`oxlint did not run: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code?: string; filename: string; message: string }[] };
  const crash = diagnostics.find(({ code }) => code === undefined);
  if (crash) throw new Error(`oxlint did not run its rules: ${crash.message}`);
  const filesWith = (rule: string) => diagnostics.filter(({ code }) => code === rule).map(({ filename }) => filename);
  found = new Set(filesWith("boundaries(dependencies)"));
  readers = filesWith("node(no-process-env)");
});

afterAll(() => rmSync(tree, { recursive: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

/** Links the repository's own packages to the planted tree, and all others to the installed ones. */
function installPackages(): void {
  mkdirSync(join(tree, "node_modules/@chartrelay"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@chartrelay") symlinkSync(join(root, "node_modules", name), join(tree, "node_modules", name));
  }
  for (const name of ["contract", "locales", "sandbox", "venues"]) {
    plant(`packages/${name}/package.json`, JSON.stringify({ name: `@chartrelay/${name}`, exports: "./src/index.ts" }));
    symlinkSync(join(tree, "packages", name), join(tree, "node_modules/@chartrelay", name));
  }
}

test.each(Object.entries(FORBIDDEN))("the linter reports it when %s", (_, [file]) => {
  expect(found).toContain(file);
});

test.each(Object.entries(ALLOWED))("the linter accepts it when %s", (_, [file]) => {
  expect(found).not.toContain(file);
});

test("the linter reports it when a file other than config.ts reads the environment", () => {
  expect(readers).toEqual([ENVIRONMENT]);
});
