import { expect, test } from "vitest";
import { classesOf, unstyledClasses } from "./class-names.ts";

const OWN = ".p-4{padding:1rem}@media (width>=640px){.tablet\\:p-8{padding:2rem}}";
const ALL = `${OWN}.text-\\[0\\.875em\\]{font-size:.875em}.group:hover .group-hover\\:flex{display:flex}`;

test("a page that uses a class whose styles only other pages have is found, however the class is written", () => {
  const unstyled = (markup: string) => unstyledClasses(markup, classesOf(OWN), classesOf(ALL));
  expect(unstyled('<p class="p-4 tablet:p-8 ours">')).toEqual([]);
  expect(unstyled('<p class="p-4"><b id="a" class="text-[0.875em] group-hover:flex text-[0.875em]">')).toEqual([
    "text-[0.875em]",
    "group-hover:flex",
  ]);
});
