/** A method's parameters: from the query, and from a body that is JSON or a form. */
import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusals.ts";

export type Parameters = Readonly<Record<string, unknown>>;

/** Returns undefined when the body is neither JSON nor a form. */
export function readParameters(request: FastifyRequest): Parameters | undefined {
  const query = request.query as Parameters;
  if (request.text === "") return query;
  if (!request.headers["content-type"]?.includes("json")) {
    return { ...query, ...Object.fromEntries(new URLSearchParams(request.text)) };
  }
  try {
    return { ...query, ...(JSON.parse(request.text) as Parameters) };
  } catch {
    return undefined;
  }
}

/** Returns a parameter that is a string or a number as text; "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * Returns a parameter that is an object or a list; a form sends it as JSON. @throws {Refusal} when it isn't valid JSON.
 */
export function structureOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Refusal(400, "can't parse JSON object");
  }
}

/** Returns whether a parameter is true, in either spelling. */
export function isSet(value: unknown): boolean {
  return value === true || value === "true";
}
