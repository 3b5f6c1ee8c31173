import type { Server } from "node:http";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a request came from. */
export interface Origin {
  readonly address: string;
  /** The client's user agent. */
  readonly agent?: string | undefined;
}

/** A client may send any user agent, of any length. */
const MAX_AGENT_LENGTH = 255;

/** Returns where a request came from, as far as it shows. */
export function originOf({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): Origin {
  return { address: ip, agent: headers["user-agent"]?.slice(0, MAX_AGENT_LENGTH) };
}

/**
 * Makes `server` ignore an X-Forwarded-For whose last entry, the one we trust, isn't an IP address: it would appear in
 * logs, mails and lists of sessions. The proxy's own address then counts as the origin.
 */
export function trustAddressesOnly(server: Pick<Server, "prependListener">): void {
  server.prependListener("request", ({ headers }) => {
    const last = [headers["x-forwarded-for"]].flat().join(",").split(",").at(-1) ?? "";
    if (isIP(last.trim()) === 0) delete headers["x-forwarded-for"];
  });
}
