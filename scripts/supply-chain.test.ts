import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}
const locked = Object.entries<Locked>(readJson("package-lock.json").packages);
const installed = locked.filter(([path, { link }]) => path.includes("node_modules/") && !link);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-supply-chain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

// @covers E18
test("every package is pinned by hash, including Node.js", () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  const nodes = Object.keys(readJson("package.json").optionalDependencies);
  expect(installed.map(([path]) => path)).toEqual(expect.arrayContaining(nodes.map((name) => `node_modules/${name}`)));
});

// @covers E3 E18
test("no package runs an install script, whichever npm installs it", () => {
  const folder = temporaryFolder();
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  const scripts = { postinstall: `node -e "require('fs').writeFileSync('ran', '')"` };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "victim", version: "1.0.0", scripts }));
  const { status } = spawnSync("npm", ["install", "--offline"], { cwd: folder, env: environmentOfItsOwn() });
  expect(status).toBe(0);
  expect(existsSync(join(folder, "ran"))).toBe(false);
});

test("the server loads no package that a live installation leaves out", () => {
  const loader = join(temporaryFolder(), "without-tools.mjs");
  const tools = installed.filter(([, { dev }]) => dev).map(([path]) => path);
  writeFileSync(
    loader,
    `import { registerHooks } from "node:module";
    const tools = ${JSON.stringify(tools.map((path) => `${join(root, path)}/`))};
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        const tool = tools.find((path) => found.url.startsWith("file://" + path));
        if (tool) throw new Error("a development tool is loaded: " + tool);
        return found;
      },
    });`,
  );
  const load = ["app.ts", "sandbox-mode.ts", "platform/db/pglite.ts", "platform/db/postgres.ts", "operator/run.ts"]
    .map((file) => `await import(${JSON.stringify(join(root, "apps/server/src", file))});`)
    .join("\n");
  const { status, stderr } = spawnSync(process.execPath, ["--import", loader, "--input-type=module", "--eval", load], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

// @covers E18
test("the bill of materials lists a live installation's packages with their hashes, and no development tools", () => {
  const { stdout } = spawnSync("npm", ["run", "--silent", "sbom"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  const { components } = JSON.parse(stdout) as { components: { name: string; hashes?: { alg: string }[] }[] };
  const byName = new Map(components.map((component) => [component.name, component]));
  expect(byName.get("fastify")?.hashes?.map(({ alg }) => alg)).toEqual(["SHA-512"]);
  expect(byName.has("vitest")).toBe(false);
});

/** Returns our environment without the variables that npm sets when it runs this test. */
function environmentOfItsOwn(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_")));
}
