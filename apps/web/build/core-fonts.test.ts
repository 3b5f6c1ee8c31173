// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NAMESPACES, readNamespace } from "@chartrelay/locales";
import { LANGUAGES } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { charactersOf, CORE_FONTS, CORE_FONTS_FOLDER, makeCoreFont } from "./core-fonts.ts";

const STYLES = readFileSync(join(CORE_FONTS_FOLDER, "..", "fonts.css"), "utf8");
/** Characters that neither typeface has: the reader's system draws them. */
const DRAWN_BY_THE_MACHINE = new Set(["⏸", "▶", "⚠", "🛑", "\u{FE0F}"]);

test.each(Object.entries(CORE_FONTS))(
  "%s is what its package's file yields, and is declared for its characters",
  async (name, font) => {
    const made = await makeCoreFont(font);
    expect(readFileSync(join(CORE_FONTS_FOLDER, `${name}.woff2`)).equals(made)).toBe(true);
    const rule = STYLES.split("@font-face").find((face) => face.includes(`core-fonts/${name}.woff2`));
    const [, unicodeRange = ""] = /unicode-range:\s*([^;]+);/.exec(rule ?? "") ?? [];
    expect(unicodeRange.replaceAll(/\s+/g, " ")).toBe(font.unicodeRange);
  },
);

test("the Onest core has every character of our texts", () => {
  const core = new Set(
    Object.entries(CORE_FONTS).flatMap(([name, { unicodeRange }]) =>
      name.startsWith("onest") ? charactersOf(unicodeRange) : [],
    ),
  );
  const texts = LANGUAGES.flatMap((language) =>
    NAMESPACES.map((namespace) => JSON.stringify(readNamespace(language, namespace))),
  );
  const shown = new Set(Array.from(texts.join("")));
  const missing = [...shown].filter((character) => !core.has(character) && !DRAWN_BY_THE_MACHINE.has(character));
  expect(missing).toEqual([]);
});
