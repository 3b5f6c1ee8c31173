import { hash } from "node:crypto";
import { DOCUMENTS, LANGUAGES, type DocumentId, type Language } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";

/** Texts don't change while the product runs. */
const hashes = new Map<string, Buffer>();
for (const language of LANGUAGES) {
  for (const [id, { texts }] of Object.entries(DOCUMENTS)) {
    hashes.set(`${language} ${id}`, hash("sha256", JSON.stringify(readNamespace(language, texts)), "buffer"));
  }
}

/** SHA-256 of a document's text as it is shown in a language: of its namespace of the locales, as compact JSON. */
export function textHashOf(id: DocumentId, language: Language): Buffer {
  const found = hashes.get(`${language} ${id}`);
  if (!found) throw new RangeError(`no document ${id} in ${language}`);
  return found;
}
