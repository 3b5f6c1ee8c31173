/**
 * Makes the fonts that every page starts with: only the characters of Onest and JetBrains Mono that our own texts and
 * numbers use, in the weights we use. They are a third of the size of the packages' files, which stay for all other
 * characters, for example in a name.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

export const CORE_FONTS_FOLDER = join(import.meta.dirname, "..", "src", "styles", "core-fonts");

interface CoreFont {
  /** A file in the @fontsource-variable packages. */
  readonly source: string;
  /** Its characters in the form of CSS `unicode-range`; src/styles/fonts.css repeats it. */
  readonly unicodeRange: string;
  /** Whether it keeps the alternates of its characters, for tables and the like; code shows each character as it is. */
  readonly keepsVariants: boolean;
}

const CYRILLIC = "U+401, U+410-44F, U+451, U+2116";
/** ASCII, quotation marks, dashes, non-breaking spaces, and the symbols in our texts. */
const LATIN = [
  "U+20-7E, U+A0, U+A7, U+A9, U+AB, U+AE, U+B0-B1, U+B7, U+BB, U+D7",
  "U+2009, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+2060, U+20AC, U+2122, U+2212",
].join(", ");

export const CORE_FONTS: Readonly<Record<string, CoreFont>> = {
  "onest-latin": { source: "onest/files/onest-latin-wght-normal.woff2", unicodeRange: LATIN, keepsVariants: true },
  "onest-cyrillic": {
    source: "onest/files/onest-cyrillic-wght-normal.woff2",
    unicodeRange: CYRILLIC,
    keepsVariants: true,
  },
  "onest-rouble": {
    source: "onest/files/onest-latin-ext-wght-normal.woff2",
    unicodeRange: "U+20BD",
    keepsVariants: true,
  },
  "onest-arrow": {
    source: "onest/files/onest-symbols-wght-normal.woff2",
    unicodeRange: "U+2192",
    keepsVariants: true,
  },
  "jetbrains-mono-latin": {
    source: "jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
    unicodeRange: LATIN,
    keepsVariants: false,
  },
  "jetbrains-mono-cyrillic": {
    source: "jetbrains-mono/files/jetbrains-mono-cyrillic-wght-normal.woff2",
    unicodeRange: CYRILLIC,
    keepsVariants: false,
  },
};

/** The weights in src: normal to bold. */
const WEIGHTS = { min: 400, max: 700 };

/** Returns the characters of a `unicode-range`. */
export function charactersOf(unicodeRange: string): string[] {
  return unicodeRange.split(", ").flatMap((range) => {
    const [first = 0, last = first] = range
      .slice("U+".length)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
}

/** Makes a WOFF2 font: the same bytes for the same packages. */
export async function makeCoreFont({ source, unicodeRange, keepsVariants }: CoreFont): Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve(`@fontsource-variable/${source}`);
  return await subsetFont(readFileSync(file), charactersOf(unicodeRange).join(""), {
    targetFormat: "woff2",
    noLayoutClosure: !keepsVariants,
    variationAxes: { wght: WEIGHTS },
  });
}

if (import.meta.main) {
  for (const [name, font] of Object.entries(CORE_FONTS)) {
    writeFileSync(join(CORE_FONTS_FOLDER, `${name}.woff2`), await makeCoreFont(font));
  }
}
