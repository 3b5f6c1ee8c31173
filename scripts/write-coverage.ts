/**
 * `npm run coverage`: writes the test column of the tables in docs/ from the tests' tags. With `--check` (part of
 * `npm run check`), it writes nothing and fails if a table is stale.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTables } from "./coverage.ts";

const root = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const { tables, problems } = readTables(root);

for (const { path, written, generated } of tables) {
  if (written === generated) continue;
  if (isCheck) problems.push(`${path}: its tests have changed; run npm run coverage`);
  else writeFileSync(join(root, path), generated);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
