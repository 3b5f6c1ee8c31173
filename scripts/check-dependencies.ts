/** Part of `npm run check`: every dependency has a reason in docs/decisions/dependencies.md and an exact version. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findUnexplained, type Manifest } from "./dependency-reasons.ts";

const root = join(import.meta.dirname, "..");
const manifests = globSync("{.,apps/*,packages/*,bench,e2e}/package.json", { cwd: root }).map((path): Manifest => ({
  path,
  ...JSON.parse(readFileSync(join(root, path), "utf8")),
}));
const problems = findUnexplained(manifests, readFileSync(join(root, "docs/decisions/dependencies.md"), "utf8"));

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
