/** Root certificates that one client trusts beside those that Node trusts (docs/pitfalls.md, V22). */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Node's own roots, those of NODE_EXTRA_CA_CERTS included, and the ones in `file`, as PEM.
 * @throws when the file can't be read or holds no certificate: TLS would ignore it and refuse the venue later, without a word why.
 */
export function rootsWith(file: string): readonly string[] {
  const added = (readFileSync(file, "utf8").match(PEM) ?? []).map((pem) => new X509Certificate(pem).toString());
  if (added.length === 0) throw new Error(`${file} holds no certificate in PEM form`);
  return [...getCACertificates("default"), ...added];
}
