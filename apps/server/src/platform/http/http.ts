import compress, { type FastifyCompressOptions } from "@fastify/compress";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { trustAddressesOnly } from "./origin.ts";
import { answerError, handleErrors } from "./errors.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { parseJsonBodies } from "./json-bodies.ts";
import { describeApi } from "./openapi.ts";
import { endSilentConnections } from "./silent-connections.ts";
import type { PlatformOptions } from "../plugin.ts";

/** The web pages use the same timeout; TradingView waits three seconds. */
const REQUEST_TIMEOUT_MS = 10_000;
export const CONNECTIONS_CHECK_MS = 1_000;

/**
 * Lists on a phone arrive sooner. Compressed secrets leak only to pages that can make a browser request them (BREACH), and
 * ours are requested with a token that no browser adds by itself. Event streams aren't JSON: each event is sent at once.
 */
const COMPRESSION = {
  encodings: ["br", "gzip"],
  customTypes: /^application\/json/,
  // Requests are read as they come: an alert isn't refused for a header.
  globalDecompression: false,
} satisfies FastifyCompressOptions;

/** Creates Fastify with everything that all routes share. */
export async function createHttp({
  config,
  logger,
}: Pick<PlatformOptions, "config" | "logger">): Promise<FastifyInstance> {
  const http = fastify({
    // A request that isn't complete by then gets 408, however slowly its bytes trickle in.
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    loggerInstance: logger,
    // Trust the last hop only: the client may have written anything further left in X-Forwarded-For.
    // Between cells, cells/trust.ts writes that header.
    trustProxy: (config.trustProxy || config.cells !== undefined) && ((_address, hop) => hop === 0),
    bodyLimit: 64 * 1024,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  if (config.trustProxy) trustAddressesOnly(http.server);
  endSilentConnections(http, http.server);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  handleErrors(http);
  parseJsonBodies(http);
  await http.register(helmet, SECURITY_HEADERS);
  await http.register(compress, COMPRESSION);
  http.addHook("onRequest", (_, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  await http.register(rateLimit, { global: false });
  await describeApi(http);
  return http;
}
