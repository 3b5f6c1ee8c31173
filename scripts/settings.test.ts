import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

const addresses = VENUE_MANIFESTS.flatMap((venue) => Object.values(venue.addresses).map(({ setting }) => setting));

const defining = ["config.ts", "cell-settings.ts", "certificate-settings.ts"]
  .map((file) => read(`apps/server/src/${file}`))
  .join("");
const named = defining.matchAll(/^ {2,4}([A-Z][A-Z_]+): /gm);
const settings = [...new Set([...Array.from(named, ([, name = ""]) => name), ...addresses])];

test("the operator's guide lists exactly the settings that the server and the venues' manifests define", () => {
  const [, table = ""] = /^## Settings\n(.*?)^## /ms.exec(read("docs/operators-guide.md")) ?? [];
  const listed = Array.from(table.matchAll(/^\| ([A-Z_, ]+) \|/gm), ([, names = ""]) => names.split(", ")).flat();
  expect(settings.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(settings.toSorted());
});

test("the operator's guide lists every venue as the default of OFFERED_VENUES", () => {
  const [, offered] = /^\| OFFERED_VENUES \| ([^ ]+) \|/m.exec(read("docs/operators-guide.md")) ?? [];
  expect(offered).toBe(VENUE_MANIFESTS.map(({ name }) => name).join(","));
});

test("whatever deploy/ gives the server is a setting, and whatever compose.yaml needs is in its example", () => {
  const inEnv = (path: string) => Array.from(read(path).matchAll(/^([A-Z_]+)=/gm), ([, name = ""]) => name);
  const compose = read("deploy/compose/compose.yaml");
  const { "x-node": node } = parse(compose, { merge: true }) as { "x-node": { environment: Record<string, string> } };
  const secret = parse(read("deploy/kubernetes/secret.example.yaml")) as { stringData: Record<string, string> };
  const given = {
    compose: Object.keys(node.environment),
    "compose, by file": inEnv("deploy/compose/chartrelay.example.env"),
    systemd: inEnv("deploy/systemd/chartrelay.example.env"),
    kubernetes: [...inEnv("deploy/kubernetes/settings.env"), ...Object.keys(secret.stringData)],
  };
  for (const [where, names] of Object.entries(given)) {
    expect(names.length, where).toBeGreaterThan(5);
    expect(
      names.filter((name) => !settings.includes(name)),
      where,
    ).toEqual([]);
  }
  const wanted = Array.from(compose.matchAll(/\$\{([A-Z_]+)/g), ([, name = ""]) => name);
  expect([...new Set(wanted)].filter((name) => name !== "CHARTRELAY_VERSION").toSorted()).toEqual(
    inEnv("deploy/compose/example.env").toSorted(),
  );
});
