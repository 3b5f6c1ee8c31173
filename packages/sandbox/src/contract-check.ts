/**
 * Checks requests and answers against a venue's own API description. For tests only: it needs this package's
 * devDependencies. It is stricter than the description where that is silent: unlisted properties are errors.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { ALOR_DEVIATIONS } from "./alor/contract-deviations.ts";
import { BINANCE_FUTURES_DEVIATIONS, BINANCE_SPOT_DEVIATIONS } from "./binance/contract-deviations.ts";
import { readDocument } from "./contract-document.ts";
import type { Deviation, Json } from "./deviation.ts";
import { TINKOFF_DEVIATIONS } from "./tinkoff/contract-deviations.ts";

const CONTRACTS = {
  alor: { files: ["../contracts/alor/openapi.yml"], deviations: ALOR_DEVIATIONS },
  tinkoff: { files: ["../contracts/t-invest/openapi.yaml"], deviations: TINKOFF_DEVIATIONS },
  "binance-spot": {
    files: [
      ...["get_api_v3_time", "get_api_v3_exchangeInfo", "post_api_v3_order", "get_api_v3_order"].map(
        (operation) => `../contracts/binance/spot.${operation}.openxapi-2025-11.yaml`,
      ),
      "../contracts/binance/spot.postman_collection.json",
    ],
    deviations: BINANCE_SPOT_DEVIATIONS,
  },
  "binance-futures": {
    files: [
      "../contracts/binance/umfutures.openxapi-2025-11.yaml",
      "../contracts/binance/usds-futures.postman_collection.json",
    ],
    deviations: BINANCE_FUTURES_DEVIATIONS,
  },
} as const satisfies Record<string, { files: readonly string[]; deviations: readonly Deviation[] }>;
const FORM = "application/x-www-form-urlencoded";
export type ContractName = keyof typeof CONTRACTS;

export interface Contract {
  readonly deviations: readonly Deviation[];
  /** The description with its deviations applied. */
  readonly document: Json;
  /**
   * Returns what is wrong with a request; empty when nothing is. `path` may include a query, `body` may be JSON text.
   */
  checkRequest(method: string, path: string, body: unknown, headers: Headers): string[];
  /**
   * Returns what is wrong with an answer; empty when nothing is. A path outside the description must be answered with
   * 404.
   */
  checkResponse(method: string, path: string, status: number, body: unknown): string[];
  /**
   * Returns what is wrong with a message of a stream, described as an operation of that id; empty when nothing is.
   * `part`: a message to the venue, or one of its own, by the status under which it is described.
   */
  checkMessage(operationId: string, part: "request" | number, message: unknown): string[];
}
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Operation {
  readonly pointer: string;
  readonly definition: Json;
  readonly values: Readonly<Record<string, string>>;
}

const opened = new Map<ContractName, Contract>();

/** Returns a description with its deviations applied. Each is read once. */
export function openContract(name: ContractName): Contract {
  const contract = opened.get(name) ?? readContract(name);
  opened.set(name, contract);
  return contract;
}

function readContract(name: ContractName): Contract {
  const { files, deviations } = CONTRACTS[name];
  const document = readDocument(files);
  for (const { amend } of deviations) amend(document);
  toJsonSchema(document);

  const number = { type: "number", validate: () => true } as const;
  const formats = { ...fullFormats, "date-time": fullFormats["iso-date-time"], decimal: number };
  const ajv = new Ajv({ strict: false, allErrors: true, formats });
  ajv.addSchema(document, name);
  const compiled = new Map<string, ValidateFunction>();
  const validate = (pointer: string, value: unknown, what: string): string[] => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer}` });
    compiled.set(pointer, check);
    return check(value) ? [] : (check.errors ?? []).map((error) => describe(what, error));
  };
  const resolve = (pointer: string): { pointer: string; node: Json } => {
    const node = at(document, pointer);
    return node?.$ref === undefined ? { pointer, node } : resolve(node.$ref.slice(1));
  };
  const checkContent = (holder: string, body: unknown, what: string): string[] => {
    const { pointer, node } = resolve(holder);
    const value = readBody(body);
    const [mediaType] = Object.keys(node?.content ?? {});
    if (mediaType === undefined) return value === null ? [] : [`${what}: none is described`];
    return validate(`${pointer}/content/${escape(mediaType)}/schema`, value, what);
  };

  /** Checks a form, whose fields may be in the query string and in the body. */
  const checkForm = (pointer: string, path: string, body: unknown): string[] => {
    const place = `${pointer}/requestBody/content/${escape(FORM)}/schema`;
    const { properties } = resolve(place).node;
    const sent = [...new URLSearchParams(typeof body === "string" ? body : ""), ...queryOf(path)];
    const fields = sent.map(([name, text]) => [name, coerced(text, properties[name]?.type)]);
    return validate(place, Object.fromEntries(fields), "form");
  };

  return {
    deviations,
    document,
    checkRequest(method, path, body, headers) {
      const operation = findOperation(document, method, path);
      if (!operation) return [`${method} ${path}: not in the description`];
      const { definition, pointer } = operation;
      const given = parametersOf(path, headers, operation.values);
      const parameters: { pointer: string; node: Json }[] = (definition.parameters ?? []).map(
        (_: Json, index: number) => resolve(`${pointer}/parameters/${index}`),
      );
      const wrong = parameters.flatMap(({ pointer: place, node }) => {
        const value = given[node.in as keyof typeof given].get(
          node.in === "header" ? node.name.toLowerCase() : node.name,
        );
        if (value === undefined) return node.required ? [`${node.in} ${node.name}: required`] : [];
        const { type } = resolve(`${place}/schema`).node;
        return validate(`${place}/schema`, coerced(value, type), `${node.in} ${node.name}`);
      });
      if (formIn(definition)) return [...wrong, ...checkForm(pointer, path, body)];
      const described = new Set(parameters.filter(({ node }) => node.in === "query").map(({ node }) => node.name));
      for (const key of given.query.keys()) if (!described.has(key)) wrong.push(`query ${key}: not in the description`);
      const needsBody =
        definition.requestBody && (resolve(`${pointer}/requestBody`).node.required || readBody(body) !== null);
      if (needsBody) wrong.push(...checkContent(`${pointer}/requestBody`, body, "body"));
      else if (readBody(body) !== null) wrong.push("body: none is described");
      return wrong;
    },
    checkResponse(method, path, status, body) {
      const operation = findOperation(document, method, path);
      if (!operation)
        return status === 404 ? [] : [`${method} ${path}: not in the description, yet answered ${status}`];
      const { definition, pointer } = operation;
      const described = [String(status), `${Math.floor(status / 100)}XX`].find((key) => definition.responses[key]);
      if (!described) return [`status ${status}: not in the description of ${method} ${path}`];
      return checkContent(`${pointer}/responses/${described}`, body, `body of ${status}`);
    },
    checkMessage(operationId, part, message) {
      const pointer = findStream(document, operationId);
      if (pointer === undefined) return [`${operationId}: not in the description`];
      const holder = part === "request" ? "requestBody" : `responses/${part}`;
      return checkContent(`${pointer}/${holder}`, message, `${operationId} ${part}`);
    },
  };
}

/** Returns the part of a document at a JSON pointer; undefined if there is none. */
export function at(document: Json, pointer: string): Json {
  const keys = pointer.split("/").slice(1);
  return keys.reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

function escape(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Converts OpenAPI 3.0 schemas to JSON Schema: `nullable` becomes a type, objects are closed, alternatives may overlap.
 */
function toJsonSchema(node: Json): void {
  if (typeof node !== "object" || node === null) return;
  if (node.nullable === true && typeof node.type === "string") {
    node.type = [node.type, "null"];
    if (Array.isArray(node.enum) && !node.enum.includes(null)) node.enum.push(null);
  }
  if (node.properties && node.type === "object") node.additionalProperties ??= false;
  if (Array.isArray(node.oneOf)) {
    node.anyOf = node.oneOf;
    delete node.oneOf;
  }
  for (const child of Object.values(node)) toJsonSchema(child);
}

function findOperation(document: Json, method: string, path: string): Operation | undefined {
  const asked = pathOf(path).split("/");
  const found = Object.entries<Json>(document.paths).flatMap(([template, item]) => {
    const parts = template.split("/");
    const definition = item[method.toLowerCase()];
    const fits =
      definition &&
      parts.length === asked.length &&
      parts.every((part, index) => part[0] === "{" || part === asked[index]);
    if (!fits) return [];
    const values: Record<string, string> = {};
    for (const [index, part] of parts.entries()) {
      if (part[0] === "{") values[part.slice(1, -1)] = decodeURIComponent(asked[index] ?? "");
    }
    return [{ pointer: `/paths/${escape(template)}/${method.toLowerCase()}`, definition, values }];
  });
  // The most literal template wins: OpenAPI 3, path templating.
  return found.toSorted((one, other) => Object.keys(one.values).length - Object.keys(other.values).length)[0];
}

/** Returns the pointer to a stream's operation: such descriptions stand under a method that HTTP doesn't use for it. */
function findStream(document: Json, operationId: string): string | undefined {
  const found = Object.entries<Json>(document.paths).find(([, item]) => item.trace?.operationId === operationId);
  return found && `/paths/${escape(found[0])}/trace`;
}

function formIn({ requestBody }: Json): Json {
  return requestBody?.content?.[FORM];
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, "http://venue").searchParams;
}

function pathOf(path: string): string {
  return new URL(path, "http://venue").pathname;
}

function parametersOf(path: string, headers: Headers, values: Readonly<Record<string, string>>) {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value?.toString()] as const);
  return {
    path: new Map<string, string | undefined>(Object.entries(values)),
    query: new Map<string, string | undefined>(queryOf(path)),
    header: new Map<string, string | undefined>(given),
  };
}

/** Converts a parameter, which is sent as text, to the value that its schema describes. */
function coerced(text: string, type: string): unknown {
  if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Reads a body: no body is null, JSON text is parsed, any other text stays as it is. */
function readBody(body: unknown): unknown {
  if (body === undefined || body === null || body === "") return null;
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function describe(what: string, { instancePath, message, params }: ErrorObject): string {
  const extra = "additionalProperty" in params ? ` (${params["additionalProperty"]})` : "";
  return `${what}${instancePath}: ${message}${extra}`;
}
