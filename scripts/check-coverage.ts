/** Part of `npm run check`: fails when a table of docs/ claims what is not so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countClaims, findFalseClaims } from "./coverage.ts";

const root = join(import.meta.dirname, "..");

for (const path of ["docs/coverage.md", "docs/promises.md", "docs/pitfalls.md"]) {
  const document = readFileSync(join(root, path), "utf8");
  const problems = findFalseClaims(document, root);
  const { rows, tested } = countClaims(document);
  console.log(`${path}: ${rows} rows, ${tested} with a test`);
  for (const problem of problems) console.error(`${path}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
