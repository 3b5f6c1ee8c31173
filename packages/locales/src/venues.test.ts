import { LANGUAGES, VENUE_MANIFESTS } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { readNamespace } from "./index.ts";

const STEPS = [1, 2, 3].flatMap((step) => [`step_${step}`, `address_${step}`, `button_${step}`]);
const ABOUT = ["title", "lead", "markets", "demo", "limit_1", "limit_2", "limit_3", "limit_4"];

describe.each(LANGUAGES)("in %s", (language) => {
  const read = (namespace: Parameters<typeof readNamespace>[1]) => Object.keys(readNamespace(language, namespace));

  test.each(VENUE_MANIFESTS)("$name has the texts that its manifest promises", ({ name, texts, page, troubles }) => {
    for (const namespace of ["trading", "orders-csv"] as const) expect(read(namespace)).toContain(name);
    for (const namespace of ["titles", "descriptions", "shell"] as const) expect(read(namespace)).toContain(page);
    const expected = (prefix: string, keys: readonly string[]) => keys.map((key) => `${prefix}_${key}`);
    expect(read("accounts")).toEqual(expect.arrayContaining(expected(texts, ["key", "secret"])));
    expect(read("positions")).toContain(`${texts}_right`);
    expect(read("key-steps")).toEqual(expect.arrayContaining(expected(texts, STEPS)));
    const explained = troubles.flatMap((reason) => [reason, `${reason}_title`]);
    expect(read("brokers")).toEqual(expect.arrayContaining(expected(name, [...ABOUT, ...explained])));
  });

  test("the brokers' pages explain no trouble that no manifest names", () => {
    const named = VENUE_MANIFESTS.flatMap(({ name, troubles }) => troubles.map((reason) => `${name}_${reason}`));
    const explained = read("brokers").flatMap((key) => /^([A-Z_]+)_title$/.exec(key)?.[1] ?? []);
    const venues = new Set<string>(VENUE_MANIFESTS.map(({ name }) => name));
    expect(explained.filter((key) => !venues.has(key)).toSorted()).toEqual(named.toSorted());
  });
});
