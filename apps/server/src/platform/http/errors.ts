/** One place where every error of the API becomes problem details. */
import { JsonSyntaxError, readJson } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isStorageFailure } from "../db/failure.ts";
import { languageOf } from "./language.ts";
import { describeProblem, fieldProblem, Problem } from "./problem.ts";

/** Makes `app` answer every error, its own and Fastify's, as problem details in the asker's language. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(new Problem("not_found"), request, reply));
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(problem.status)
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(describeProblem(problem, translator(languageOf(request))));
}

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error);
  if (isStorageFailure(error)) return new Problem("storage_unavailable");
  switch (error.statusCode) {
    case 413:
      return new Problem("body_too_large");
    case 415:
      return new Problem("unsupported_media_type");
    case 429:
      return new Problem("too_many_requests");
    case 503:
      return new Problem("stopping");
    default:
      return error.statusCode !== undefined && error.statusCode < 500 ? new Problem("bad_request") : new Problem("internal");
  }
}

function validationProblem(error: { validation: { instancePath: string; message?: string }[] }): Problem {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.slice(1).replaceAll("/", ".") || "body";
    // Our own rules speak in keys of the `validation` texts; what zod says by itself is no key.
    fields[field] ??= message !== undefined && /^[a-z_]+$/.test(message) ? message : "invalid";
  }
  return fieldProblem(fields);
}

/** Parses JSON as Fastify does, `__proto__` refused, and tells line and column of what is wrong. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    void parse(request, body as string, (error, value) => {
      if (error) done(jsonProblem(body as string));
      else done(null, value);
    });
  });
}

function jsonProblem(body: string): Problem {
  try {
    readJson(body);
    return new Problem("bad_request");
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { code, at } = error;
    return new Problem("bad_request", {
      more: (translate) => ({
        detail: translate("problems:bad_json", { ...at }),
        problems: [{ code, field: "syntax", ...at, message: translate(`message:${code}`, { detail: error.found ?? "" }) }],
      }),
    });
  }
}
