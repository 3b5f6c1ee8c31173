/** Messages as people and editors write them: some can be repaired, others can't be read. */
import type { Fields, RightMessages } from "./right-messages.ts";

type Written = readonly [name: string, body: string | Buffer, contentType?: string];

const FORM = "application/x-www-form-urlencoded";

export function writtenMessages({ market, limit }: RightMessages): readonly Written[] {
  const exact = JSON.stringify(market);
  const quotedBy = (open: string, close = open) => exact.replaceAll(/"([^"]*)"/g, `${open}$1${close}`);
  const open = exact.slice(0, -1);
  const fields = Object.entries(market).map(([field, value]) => [field, String(value)] as [string, string]);
  const comma = (fields: Fields) => JSON.stringify({ ...fields, price: String(fields["price"]).replace(".", ",") });
  return [
    ["curly quotes", quotedBy("“", "”")],
    ["&quot; for quotes", quotedBy("&quot;")],
    ["single quotes", quotedBy("'")],
    ["doubled quotes", quotedBy('""')],
    ["escaped quotes", quotedBy('\\"')],
    ["no quotes", quotedBy("")],
    ["the whole message as a JSON text", JSON.stringify(exact)],
    ["a code fence", `\`\`\`json\n${exact}\n\`\`\``],
    ["a byte order mark", `\uFEFF${exact}`],
    ["form fields", new URLSearchParams(fields).toString(), FORM],
    ["form fields without their label", fields.map(([field, value]) => `${field}=${value}`).join("&")],
    ["a form of the whole message", `${encodeURIComponent(exact)}=`, FORM],
    ["a semicolon behind it", `${exact};`],
    ["an equals sign behind it", `${exact}=`],
    ["a comma at the end", `${open},}`],
    ["no comma", exact.replace('","', '" "')],
    ["no braces", exact.slice(1, -1)],
    ["equals signs for colons", exact.replaceAll('":', '"=')],
    ["a comment", `{ // the entry\n${exact.slice(1)}`],
    ["a line break in a text", `${open},"comment":"one\ntwo"}`],
    ["no-break spaces", exact.replaceAll(",", ",\u00A0")],
    ["a decimal comma", comma(limit)],
    ["a field that stands twice", `${open},"ticker":"GAZP"}`],
    ["half a message", exact.slice(0, exact.length / 2)],
    ["two messages", exact + exact],
    ["a list", `[${exact}]`],
    ["nothing", ""],
    ["bytes that aren't UTF-8", Buffer.concat([Buffer.from(exact), Buffer.of(0xff)])],
  ];
}
