/** The settings for client certificates, and what they say together: docs/decisions/client-certificates.md. */
import * as z from "zod";
import { ConfigError } from "./config-error.ts";
import { port } from "./setting-schemas.ts";

export const CERTIFICATE_SETTINGS = {
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  TLS_PORT: port.optional(),
  CLIENT_CERT_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be the name of a header")
    .transform((name) => name.toLowerCase())
    .optional(),
};

/** Where requests' client certificates are seen: on our own HTTPS listener, or by the proxy. Neither: nowhere. */
export interface Certificates {
  /** The PEM files of the listener's own certificate chain and key; port 0 picks a free one. */
  readonly listener: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined;
  /** The header, in lower case, in which the trusted proxy passes the certificate on. */
  readonly header: string | undefined;
}

const DEFAULT_TLS_PORT = 8443;

/** @throws {ConfigError} for settings that don't fit together. */
export function readCertificates({
  TLS_CERT_FILE: certFile,
  TLS_KEY_FILE: keyFile,
  TLS_PORT,
  CLIENT_CERT_HEADER: header,
  TRUST_PROXY,
}: z.infer<z.ZodObject<typeof CERTIFICATE_SETTINGS>> & { readonly TRUST_PROXY: boolean }): Certificates {
  if (header !== undefined && !TRUST_PROXY) {
    throw new ConfigError("CLIENT_CERT_HEADER: needs TRUST_PROXY beside it, as anybody else can write that header");
  }
  if (certFile === undefined || keyFile === undefined) {
    if (keyFile !== undefined) throw new ConfigError("TLS_CERT_FILE: needed beside TLS_KEY_FILE");
    if (certFile !== undefined) throw new ConfigError("TLS_KEY_FILE: needed beside TLS_CERT_FILE");
    if (TLS_PORT !== undefined) throw new ConfigError("TLS_PORT: needs TLS_CERT_FILE and TLS_KEY_FILE beside it");
    return { listener: undefined, header };
  }
  if (TRUST_PROXY) {
    throw new ConfigError("TLS_CERT_FILE: not with TRUST_PROXY, as clients of this listener could claim any address");
  }
  return { listener: { port: TLS_PORT ?? DEFAULT_TLS_PORT, certFile, keyFile }, header };
}
