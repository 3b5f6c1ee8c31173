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
