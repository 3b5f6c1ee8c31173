import type { Server } from "node:http";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a request came from. */
export interface Origin {
  readonly address: string;
  /** What its program calls itself. */
  readonly agent?: string | undefined;
}

/** A program says what it likes, at whatever length. */
const MAX_AGENT_LENGTH = 255;

/** Where a request comes from, as far as it tells. */
export function originOf({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): Origin {
  return { address: ip, agent: headers["user-agent"]?.slice(0, MAX_AGENT_LENGTH) };
}

/**
 * Makes `server` pass over an X-Forwarded-For whose last entry, the one that counts, is no IP address: it would stand in
 * logs, mails and lists of sessions. The request then comes from the proxy itself.
 */
export function trustAddressesOnly(server: Pick<Server, "prependListener">): void {
  server.prependListener("request", ({ headers }) => {
    const last = [headers["x-forwarded-for"]].flat().join(",").split(",").at(-1) ?? "";
    if (isIP(last.trim()) === 0) delete headers["x-forwarded-for"];
  });
}
