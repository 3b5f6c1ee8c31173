/** Bodies that are taken as they come: what TradingView posts, whatever it calls it, and what carries a signature. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Makes `scope` keep the bytes of every body. */
export function keepBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));
}

/** The kept bytes; none when there was no body. */
export function bodyOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}
