import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VENUE_MANIFESTS } from "@chartrelay/contract";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

const addresses = VENUE_MANIFESTS.flatMap((venue) => Object.values(venue.addresses).map(({ setting }) => setting));

test("the operator's guide lists exactly the settings that config.ts and the venues' manifests define", () => {
  const named = read("apps/server/src/config.ts").matchAll(/^ {4}([A-Z][A-Z_]+): /gm);
  const settings = [...new Set([...Array.from(named, ([, name]) => name), ...addresses])];
  const [, table = ""] = /## Settings\n([^#]*)##/.exec(read("docs/operators-guide.md")) ?? [];
  const listed = Array.from(table.matchAll(/^\| ([A-Z_, ]+) \|/gm), ([, names = ""]) => names.split(", ")).flat();
  expect(settings.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(settings.toSorted());
});

test("the operator's guide lists every venue as the default of OFFERED_VENUES", () => {
  const [, offered] = /^\| OFFERED_VENUES \| ([^ ]+) \|/m.exec(read("docs/operators-guide.md")) ?? [];
  expect(offered).toBe(VENUE_MANIFESTS.map(({ name }) => name).join(","));
});
