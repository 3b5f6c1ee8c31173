import type { Language } from "@chartrelay/contract";
import { readNamespace, type Namespace } from "@chartrelay/locales";
import type { FetchTexts } from "../src/app/i18n.ts";

/** Answers requests for texts like the API, from the files. */
export const fetchTexts: FetchTexts = async (address) => {
  const [, language, namespace] = /\/(en|ru)\/([a-z-]+)\.json$/.exec(address) ?? [];
  return Response.json(readNamespace(language as "en", namespace as Namespace));
};

/** Reads namespaces by their names. */
export const readTexts = (language: Language, ...namespaces: readonly Namespace[]) =>
  Object.fromEntries(namespaces.map((namespace) => [namespace, readNamespace(language, namespace)]));
