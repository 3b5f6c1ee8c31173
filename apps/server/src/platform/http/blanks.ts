/** Fills the blanks of a prerendered page: packages/contract, site.ts. */
import type { BlankName } from "@chartrelay/contract";

const SECTION = /⟦([?!])([\w.]+)⟧(.*?)⟦\/\2⟧/gs;
const BLANK = /⟦(json:)?([\w.]+)⟧/g;

type Values = Partial<Readonly<Record<BlankName, string | undefined>>>;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Inserts values as text: they can't become markup, or end the string or element that contains them. */
export function fillBlanks(html: string, values: Values): string {
  const decided = html.replaceAll(SECTION, (_, sign: "?" | "!", name: BlankName, content: string) =>
    (values[name] !== undefined) === (sign === "?") ? fillBlanks(content, values) : "",
  );
  return decided.replaceAll(BLANK, (_, json: string | undefined, name: BlankName) => {
    const value = values[name] ?? "";
    return json === undefined ? escapeText(value) : escapeJson(value);
  });
}

const escapeText = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

const escapeJson = (value: string) =>
  JSON.stringify(value)
    .slice(1, -1)
    .replaceAll("<", String.raw`\u003c`);
