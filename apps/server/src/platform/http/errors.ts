/** Turns every error of the API into problem details. */
import { translator } from "@chartrelay/locales";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isStorageFailure } from "../db/failure.ts";
import { drain } from "./drain.ts";
import { languageOf } from "./language.ts";
import { describeProblem, fieldProblem, Problem } from "./problem.ts";
import { knowMethods } from "./methods.ts";

/** Makes `app` answer every error, ours and Fastify's, as problem details in the language of the request. */
export function handleErrors(app: FastifyInstance): void {
  const methodsOf = knowMethods(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return sendProblem(new Problem("not_found"), request, reply);
    return sendProblem(new Problem("method_not_allowed"), request, reply.header("allow", methods.join(", ")));
  });
}

/** Answers an error. Fastify's option `frameworkErrors` also uses it for errors before routing, like an invalid URL. */
export async function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The client's connection broke; the storage's is fine.
  const isClientGone = error === request.raw.errored;
  if (isClientGone) request.log.debug("the client went away while it was sending");
  const problem = isClientGone ? new Problem("bad_request") : toProblem(error);
  if (problem.status >= 500) request.log.error({ err: error }, "request failed");
  if (problem.status === 413) await drain(request.raw);
  return sendProblem(problem, request, reply);
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfterS !== undefined) reply.header("retry-after", problem.retryAfterS);
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
      return error.statusCode !== undefined && error.statusCode < 500
        ? new Problem("bad_request")
        : new Problem("internal");
  }
}

function validationProblem(error: { validation: { instancePath: string; message?: string }[] }): Problem {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.slice(1).replaceAll("/", ".") || "body";
    // Our own rules use keys of the `validation` texts as messages; zod's built-in messages aren't keys.
    fields[field] ??= message !== undefined && /^[a-z_]+$/.test(message) ? message : "invalid";
  }
  return fieldProblem(fields);
}
