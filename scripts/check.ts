/** `npm run check`: types, lint, format, unused code and documents, in parallel, one line each. */
import { execFile } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The compiler's own choice is four checkers, each of which infers anew much of what the others have inferred. */
const TYPES = ["node_modules/typescript/bin/tsc", "--checkers", "2", "-p"];

/** Each check is a script for the pinned Node.js, with its arguments. */
const CHECKS = {
  types: [...TYPES, "."],
  "web types": [...TYPES, "apps/web"],
  lint: ["node_modules/oxlint/bin/oxlint", "--deny-warnings", "--report-unused-disable-directives"],
  format: ["node_modules/oxfmt/bin/oxfmt", "--check"],
  unused: ["node_modules/knip/bin/knip.js"],
  coverage: ["scripts/write-coverage.ts", "--check"],
  dependencies: ["scripts/check-dependencies.ts"],
  compose: [
    "node_modules/dclint/bin/dclint.cjs",
    "--config",
    "deploy/compose/.dclintrc",
    "deploy/compose/compose.yaml",
  ],
  deploy: ["scripts/check-deploy.ts"],
} as const;

function run(name: string, nodeArguments: readonly string[]): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    execFile(process.execPath, nodeArguments, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${error ? "failed" : "passed"}  ${name.padEnd(12)} ${seconds} s`);
      if (error) console.log(stdout + stderr);
      resolve(!error);
    });
  });
}

const results = await Promise.all(Object.entries(CHECKS).map(([name, nodeArguments]) => run(name, nodeArguments)));
process.exitCode = results.every(Boolean) ? 0 : 1;
