import { hostname } from "node:os";
import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { pino, type DestinationStream } from "pino";
import type { Config } from "../config.ts";

const SECRET_NAMES = [
  "authorization",
  "cookie",
  '["set-cookie"]',
  "password",
  "newPassword",
  "confirmPassword",
  "confirmNewPassword",
  "confirm",
  "passwordHash",
  "apiKey",
  "secretKey",
  "token",
  "accessToken",
  "refreshToken",
];
const CENSOR = "[redacted]";
const MAX_CAUSES = 4;
/** An id by which messages name an account or a strategy, in a path: whoever knows it can trade. */
const MESSAGE_ID = /(?<=\/)[\da-z]{26,28}(?=\/|$)/gi;

export interface LogOptions {
  /** Standard output by default. */
  readonly destination?: DestinationStream;
  /** Names this process among several that write to one output. */
  readonly processName?: string | undefined;
}

/**
 * Creates the product's log: JSON lines in UTC, to standard output unless a destination is given. It keeps secrets out:
 * it redacts fields with secret names, and logs only a request's method, path and address, because TradingView puts an
 * account's id, which is all that an alert needs, into the query. Ids of strategies are redacted in paths.
 */
export function createLogger(
  { logLevel }: Pick<Config, "logLevel">,
  { destination, processName }: LogOptions = {},
): FastifyBaseLogger {
  const options = {
    level: logLevel,
    ...(processName !== undefined && { base: { pid: process.pid, hostname: hostname(), process: processName } }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_NAMES.flatMap(anywhere), censor: CENSOR },
    serializers: { req: describeRequest, err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** pino's wildcard matches one level. */
function anywhere(name: string): string[] {
  const suffix = name.startsWith("[") ? name : `.${name}`;
  return [name, `*${suffix}`, `*.*${suffix}`];
}

function describeRequest({ method, url, ip }: Pick<FastifyRequest, "method" | "url" | "ip">): Record<string, unknown> {
  return { method, path: url.split("?", 1)[0]?.replaceAll(MESSAGE_ID, CENSOR), remoteAddress: ip };
}

/** Drizzle's error message includes the failed query's parameters, so only the database's own error is logged. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error instanceof DrizzleQueryError) return describeError(error.cause, depth);
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const described = { type: name, message, code, stack };
  return cause === undefined || depth >= MAX_CAUSES
    ? described
    : { ...described, cause: describeError(cause, depth + 1) };
}
