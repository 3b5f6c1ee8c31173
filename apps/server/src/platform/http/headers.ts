import type { FastifyHelmetOptions } from "@fastify/helmet";

const ONE_YEAR_S = 31_536_000;

/**
 * Headers of every answer, in addition to helmet's defaults. This is an API, so its answers may load, run and frame
 * nothing. A page sets the policy that it needs (ASVS 3.4; docs/security.md, Sources).
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

/**
 * The same headers as sent, for the webhooks, so that they needn't be computed for each alert. A test checks that they
 * equal those of every other answer.
 */
export const WRITTEN_SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none';base-uri 'none';object-src 'none';form-action 'none';frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
} as const;
