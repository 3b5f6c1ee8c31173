/** The composition root: wires everything by hand. */
import helmet from "@fastify/helmet";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Config } from "./config.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/db/database.ts";
import { handleErrors, parseJsonBodies } from "./platform/http/errors.ts";
import type { KeyRing } from "./platform/security/key-ring.ts";

/** What the product is made of; `main.ts` gives the real parts, tests may give others. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** Builds the product's HTTP server. */
export async function buildApp({ config, logger }: Parts): Promise<FastifyInstance> {
  const http = fastify({ loggerInstance: logger, trustProxy: config.trustProxy, bodyLimit: 64 * 1024 });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  handleErrors(http);
  parseJsonBodies(http);
  await http.register(helmet);
  return http;
}
