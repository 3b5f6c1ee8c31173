/** Root certificates that one client trusts in addition to those that Node trusts (docs/pitfalls.md, V22). */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns Node's own roots, including those of NODE_EXTRA_CA_CERTS, and the ones in `file`, as PEM.
 * @throws when the file can't be read or contains no certificate: TLS would ignore it and later refuse the venue
 * without saying why.
 */
export function rootsWith(file: string): readonly string[] {
  const added = (readFileSync(file, "utf8").match(PEM) ?? []).map((pem) => new X509Certificate(pem).toString());
  if (added.length === 0) throw new Error(`${file} holds no certificate in PEM form`);
  return [...getCACertificates("default"), ...added];
}
