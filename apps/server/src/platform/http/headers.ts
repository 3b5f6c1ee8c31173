import type { FastifyHelmetOptions } from "@fastify/helmet";

const ONE_YEAR_S = 31_536_000;

/**
 * What every answer carries, beside helmet's own: this is an API, so its answers may load, run and frame nothing. A page
 * sets the policy that it needs (ASVS 3.4; facts/payments-security.md, section E).
 */
export const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: { maxAge: ONE_YEAR_S, includeSubDomains: true },
  xFrameOptions: { action: "deny" },
  referrerPolicy: { policy: "no-referrer" },
} as const satisfies FastifyHelmetOptions;
