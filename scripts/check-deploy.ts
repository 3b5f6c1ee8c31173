/**
 * Checks what an operator installs, deploy/, as part of `npm run check`: the Dockerfile's syntax, and the types of the
 * Kubernetes manifests. With --tools (`npm run check:deploy`) it also asks Caddy, systemd, Prometheus and kubectl, as far as
 * this machine has them, and says what it left out.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate, ValidationSeverity } from "dockerfile-utils";
import { parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "..");
const deploy = join(root, "deploy");

/** The module of kubernetes-types that has a kind's type, by its apiVersion. */
const MODULES: Readonly<Record<string, string>> = {
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "policy/v1": "policy/v1",
  "networking.k8s.io/v1": "networking/v1",
};

function checkDockerfile(): string[] {
  return validate(readFileSync(join(deploy, "docker/Dockerfile"), "utf8"))
    .filter(({ severity }) => severity === ValidationSeverity.ERROR)
    .map(({ range, message }) => {
      const text = typeof message === "string" ? message : message.value;
      return `deploy/docker/Dockerfile:${range.start.line + 1}: ${text}`;
    });
}

/**
 * Compiles each manifest as a constant of its kind's type. Unlike the API's own schema, that finds misspelt fields,
 * which a cluster ignores.
 */
function checkManifests(): string[] {
  const folder = join(deploy, "kubernetes");
  const manifests = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), "utf8")).map((each) => ({ name, each })));
  const lines = manifests.map(({ name, each }) => {
    const manifest = each.toJS() as { apiVersion: string; kind: string };
    const module = MODULES[manifest.apiVersion] ?? `no module for ${manifest.apiVersion}`;
    const type = `import("kubernetes-types/${module}").${manifest.kind}`;
    return `/* ${name} */ export const m${manifests.findIndex((other) => other.each === each)}: ${type} = ${JSON.stringify(manifest)};`;
  });
  // Inside the repository, where the compiler finds the types.
  const scratch = mkdtempSync(join(root, "node_modules/.cache-check-deploy-"));
  try {
    writeFileSync(join(scratch, "manifests.ts"), lines.join("\n"));
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler"];
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "--ignoreConfig", ...flags, join(scratch, "manifests.ts")],
      { encoding: "utf8", cwd: scratch },
    );
    if (status === 0) return [];
    return stdout
      .trim()
      .split("\n")
      .map((line) => {
        const at = Number(/\((\d+),/.exec(line)?.[1] ?? 0);
        return `deploy/kubernetes/${manifests[at - 1]?.name ?? ""}: ${line.replace(/^.*?: /, "")}`;
      });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Tool {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** systemd looks for the programs that a unit starts: this Node.js stands in for the installed one. */
function unitsForThisMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-units-"));
  for (const name of readdirSync(join(deploy, "systemd")).filter((each) => !each.endsWith(".env"))) {
    const unit = readFileSync(join(deploy, "systemd", name), "utf8");
    writeFileSync(
      join(folder, name.replace("@", "@8081")),
      unit.replaceAll("/opt/chartrelay/node_modules/.bin/node", process.execPath),
    );
  }
  return folder;
}

/** The most exposure that `systemd-analyze security` may find in a unit, of 100. */
const MOST_EXPOSURE = 20;

function toolsOn(units: string): Tool[] {
  const prometheus = join(deploy, "prometheus");
  const services = ["chartrelay@8081.service", "chartrelay-backup.service"].map((name) => join(units, name));
  return [
    { command: "promtool", args: ["check", "config", "prometheus.yml"], cwd: prometheus },
    { command: "promtool", args: ["test", "rules", "rules.test.yml"], cwd: prometheus },
    { command: "amtool", args: ["check-config", "alertmanager.yml"], cwd: prometheus },
    {
      command: "caddy",
      args: ["validate", "--config", join(deploy, "compose/Caddyfile"), "--adapter", "caddyfile"],
      env: { DOMAIN: "relay.example.org", HOME: units },
    },
    {
      command: "systemd-analyze",
      args: ["verify", "--man=no", ...readdirSync(units).map((name) => join(units, name))],
    },
    ...services.map((service) => ({
      command: "systemd-analyze",
      args: ["security", "--offline=true", "--no-pager", `--threshold=${MOST_EXPOSURE}`, service],
    })),
    { command: "kubectl", args: ["kustomize", join(deploy, "kubernetes")] },
    {
      command: "docker",
      args: ["build", "--check", "--file", join(deploy, "docker/Dockerfile"), root],
    },
  ];
}

/** Runs a tool. Returns undefined if this machine can't, else what it complains about. */
function runTool({ command, args, cwd = root, env = {} }: Tool): string[] | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const said = `${stdout ?? ""}${stderr ?? ""}`.trim();
  // Docker's client alone checks nothing.
  const isAbsent =
    error || /is not a docker command|unknown command|Cannot connect to the Docker daemon|unknown flag/.test(said);
  if (isAbsent) return undefined;
  return status === 0 ? [] : [`${command} ${args.join(" ")}:\n${said}`];
}

const complaints = [...checkDockerfile(), ...checkManifests()];
if (process.argv.includes("--tools")) {
  const units = unitsForThisMachine();
  for (const tool of toolsOn(units)) {
    const name = `${tool.command} ${tool.args[0]}`;
    const found = runTool(tool);
    if (found) complaints.push(...found);
    console.log(
      `${found === undefined ? "left out, not installed" : found.length === 0 ? "passed" : "failed"}  ${name}`,
    );
  }
  rmSync(units, { recursive: true, force: true });
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
