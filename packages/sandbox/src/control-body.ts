/** How control routes read their bodies and refuse bad ones. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

/**
 * Reads a body, one of `schema` or a list, and answers with what `act` returns; with 400 and a message if the body
 * can't be read, or `act` throws a RangeError.
 */
export function actOn<Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (entries: z.output<Schema>[]) => unknown,
): unknown {
  const read = oneOrMore(schema, request.text);
  if ("message" in read) return reply.code(400).send(read);
  try {
    return act(read.entries);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return reply.code(400).send({ message: error.message });
  }
}

function oneOrMore<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { entries: z.output<Schema>[] } | { message: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { message: "the body is not JSON" };
  }
  const read = z.array(schema).safeParse(Array.isArray(json) ? json : [json]);
  if (read.success) return { entries: read.data };
  return {
    message: read.error.issues
      .map(({ path, message }) => `${path.slice(1).join(".") || "body"}: ${message}`)
      .join("; "),
  };
}
