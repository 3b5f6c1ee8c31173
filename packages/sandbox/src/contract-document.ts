/** A venue's description, collected from several files into one OpenAPI document. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Json } from "./deviation.ts";

/** Reads OpenAPI files and Postman collections; if two describe the same operation, the earlier file wins. */
export function readDocument(files: readonly string[]): Json {
  const document: Json = { paths: {}, components: {} };
  for (const file of files) {
    const text = readFileSync(new URL(file, import.meta.url), "utf8");
    const { paths, components }: Json = file.endsWith(".postman_collection.json")
      ? fromPostman(JSON.parse(text))
      : parse(text);
    for (const [path, item] of Object.entries<Json>(paths)) document.paths[path] = { ...item, ...document.paths[path] };
    for (const [kind, parts] of Object.entries<Json>(components ?? {}))
      document.components[kind] = { ...parts, ...document.components[kind] };
  }
  return document;
}

const ERROR = { content: { "application/json": { schema: { $ref: "#/components/schemas/APIError" } } } };

/**
 * Reads the request side, which is all that a collection describes: answers may be anything, and errors come from the
 * other files.
 */
function fromPostman(collection: Json): Json {
  const paths: Json = {};
  for (const { method, url } of requestsIn(collection)) {
    const path = `/${url.path.join("/")}`;
    const parameters: readonly Json[] = url.query ?? [];
    const schema = { type: "string" };
    const required = parameters.filter(({ disabled }) => !disabled).map(({ key }) => key);
    const properties = Object.fromEntries(parameters.map(({ key }) => [key, schema]));
    const form = { type: "object", required, properties };
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      ...(method === "POST"
        ? { requestBody: { content: { "application/x-www-form-urlencoded": { schema: form } } } }
        : {
            parameters: parameters.map(({ key }) => ({
              in: "query",
              name: key,
              required: required.includes(key),
              schema,
            })),
          }),
      responses: { 200: { content: { "application/json": { schema: {} } } }, "4XX": ERROR, "5XX": ERROR },
      ...(parameters.some(({ key }) => key === "signature") && { security: [{ ApiKey: [] }] }),
    };
  }
  return { paths };
}

function requestsIn({ item = [], request }: Json): readonly Json[] {
  return request ? [request] : item.flatMap(requestsIn);
}
