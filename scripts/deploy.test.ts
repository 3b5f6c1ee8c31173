/** What an operator installs agrees with the product: its settings, its command, its metrics, its runbook. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { INCIDENT_KINDS } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SERVER_COMMAND } from "./server-command.mjs";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const rules = (parse(read("deploy/prometheus/rules.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboards = readdirSync(join(root, "deploy/grafana/dashboards")).map((name) =>
  read(`deploy/grafana/dashboards/${name}`),
);

test("every alert rule leads to its part of the runbook", () => {
  const headings = Array.from(read("docs/runbook.md").matchAll(/^## (.+)$/gm), ([, heading = ""]) => heading);
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const { alert, annotations } of rules) {
    const [page, anchor] = annotations["runbook_url"]?.split("#") ?? [];
    expect([alert, page], alert).toEqual([alert, "docs/runbook.md"]);
    expect(anchors, alert).toContain(anchor);
  }
  expect(rules.length).toBeGreaterThan(15);
});

test("every alert rule that becomes public names a kind of incident that /status knows", () => {
  const named = rules.flatMap(({ labels: { incident } }) => incident ?? []);
  expect(named.length).toBeGreaterThan(5);
  for (const kind of named) expect(INCIDENT_KINDS).toContain(kind);
});

test("every alert rule says how urgent it is, and has a test that sees it fire", () => {
  const { tests } = parse(read("deploy/prometheus/rules.test.yml")) as {
    tests: { alert_rule_test?: { alertname: string; exp_alerts?: unknown[] }[] }[];
  };
  const seen = tests.flatMap(({ alert_rule_test: cases = [] }) =>
    cases.filter(({ exp_alerts: expected = [] }) => expected.length > 0).map(({ alertname }) => alertname),
  );
  for (const { alert, labels } of rules) {
    expect(["page", "ticket"], alert).toContain(labels["severity"]);
    expect(seen, alert).toContain(alert);
  }
});

test("rules and dashboards ask only for metrics that the server, its runtime or Prometheus has", () => {
  const registered = readdirSync(join(root, "apps/server/src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .flatMap((path) => Array.from(read(`apps/server/src/${path}`).matchAll(/"(chartrelay_\w+)"/g), ([, name]) => name));
  const asked = [...rules.map(({ expr }) => expr), ...dashboards]
    .flatMap((text) => text.match(/\b(?:chartrelay|nodejs|process)_\w+/g) ?? [])
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));
  expect(asked.length).toBeGreaterThan(20);
  const foreign = ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes", "process_cpu_seconds_total"];
  for (const name of asked) expect([...registered, ...foreign]).toContain(name);
});

test("the image, the units and `npm start` run the same command on the same Node.js", () => {
  const image = read("deploy/docker/Dockerfile");
  expect(image).toContain(`ENTRYPOINT ${JSON.stringify(["node", ...SERVER_COMMAND]).replaceAll(",", ", ")}`);
  const unit = read("deploy/systemd/chartrelay@.service");
  expect(unit).toContain(`ExecStart=/opt/chartrelay/node_modules/.bin/node ${SERVER_COMMAND.join(" ")}\n`);
  const pinned = read(".nvmrc").trim();
  const bases = Array.from(image.matchAll(/^FROM node:(\S+?)-/gm), ([, version]) => version);
  expect(bases.length).toBeGreaterThan(0);
  expect(new Set(bases)).toEqual(new Set([pinned]));
});

test("wherever it is installed, what Node.js has compiled is kept in a folder that nobody else can write to", () => {
  const image = read("deploy/docker/Dockerfile");
  const [, folder = ""] = /^ENV .*\bNODE_COMPILE_CACHE=\/app\/(\S+)$/m.exec(image) ?? [];
  const [, steps = ""] =
    new RegExp(`^RUN install --directory --owner=node ${folder} (.+?)^USER node$`, "ms").exec(image) ?? [];
  expect(steps).toMatch(/runuser --user=node -- node /);
  expect(steps).toContain(`chown --recursive root:root ${folder} `);
  const unit = read("deploy/systemd/chartrelay@.service");
  const [, cache = ""] = /^CacheDirectory=(.+)$/m.exec(unit) ?? [];
  expect(unit).toContain(
    `Environment=NODE_COMPILE_CACHE=%C/${cache}\nCacheDirectory=${cache}\nCacheDirectoryMode=0700\n`,
  );
  // Processes on different ports run as different users.
  expect(cache).toContain("%i");
});

test("the image runs as an unprivileged user, and every image is pinned to a version", () => {
  const image = read("deploy/docker/Dockerfile");
  const [, server = ""] = /AS server\n(.*?)\nFROM/s.exec(image) ?? [];
  expect(server).toMatch(/^USER node$/m);
  expect(server).toMatch(/^HEALTHCHECK .* CMD \["node", "healthcheck.mjs"\]$/m);
  const { services } = parse(read("deploy/compose/compose.yaml"), { merge: true }) as {
    services: Record<string, { image: string; read_only: boolean; cap_drop: string[]; security_opt: string[] }>;
  };
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      image: expect.stringMatching(/:(?:v?\d+\.\d+[\w.-]*|\$\{CHARTRELAY_VERSION:-local\})$/),
    });
  }
});

test("a stop is given longer than the server takes to end the slowest call to a venue", () => {
  const { services } = parse(read("deploy/compose/compose.yaml"), { merge: true }) as {
    services: Record<string, { stop_grace_period?: string }>;
  };
  const [deployment] = parseAllDocuments(read("deploy/kubernetes/deployment.yaml")).map((each) => each.toJS());
  const { terminationGracePeriodSeconds: graceS, containers } = deployment.spec.template.spec;
  const [, unitS] = /^TimeoutStopSec=(\d+)$/m.exec(read("deploy/systemd/chartrelay@.service")) ?? [];
  // One for a process, and one for the supervisor of several.
  const timeouts = read("apps/server/src/main.ts").matchAll(/STOP_TIMEOUT_MS = ([\d_]+)/g);
  const serverS = Math.max(...Array.from(timeouts, ([, ms = ""]) => Number(ms.replaceAll("_", "")) / 1_000));
  expect(serverS).toBeGreaterThanOrEqual(15);
  expect(Number.parseInt(services["node1"]?.stop_grace_period ?? "", 10)).toBeGreaterThan(serverS);
  expect(Number(unitS)).toBeGreaterThan(serverS);
  expect(graceS - containers[0].lifecycle.preStop.sleep.seconds).toBeGreaterThan(serverS);
});
