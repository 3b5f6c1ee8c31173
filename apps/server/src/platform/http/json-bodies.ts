import { JsonSyntaxError, type Position, positionAt, readJson } from "@chartrelay/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

const REPLACEMENT = "\uFFFD";
/** The depth limit of `readJson`, which locates the error. No form needs half of it. */
const MAX_DEPTH = 8;

/**
 * Makes `app` accept only JSON. It refuses an unreadable body with line and column: bad syntax, bad UTF-8, an empty
 * body where one is required, or brackets nested too deeply. It refuses `__proto__` and the like, as Fastify does.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // Some clients always send the JSON content type, even to a route without a body.
    if (body.length === 0 && !request.routeOptions.schema?.body) return done(null, undefined);
    const text = decode(body as Buffer);
    if (text instanceof Problem) return done(text);
    void parse(request, text, (error, value) => {
      if (error || isDeeperThan(MAX_DEPTH, value)) done(syntaxProblem(text));
      else done(null, value);
    });
  });
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

function decode(body: Buffer): string | Problem {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    const legible = body.toString("utf8");
    return badJson("BAD_ENCODING", positionAt(legible, legible.indexOf(REPLACEMENT)));
  }
}

function syntaxProblem(text: string): Problem {
  try {
    readJson(text);
    return new Problem("bad_request");
  } catch (error) {
    if (error instanceof JsonSyntaxError) return badJson(error.code, error.at, error.found);
    throw error;
  }
}

function badJson(code: string, at: Position, found = ""): Problem {
  return new Problem("bad_request", {
    more: (translate) => ({
      detail: translate("problems:bad_json", { ...at }),
      problems: [{ code, field: "syntax", ...at, message: translate(`message:${code}`, { detail: found }) }],
    }),
  });
}

/** Makes `scope` keep the raw bytes of every body. */
export function keepBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
}

/** Returns the kept bytes; empty if there was no body. */
export function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}
