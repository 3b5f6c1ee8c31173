/** A certificate authority for one test, created when the test runs. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { writeCertificate } from "../../../../scripts/test-certificate.ts";

export interface Authority {
  /** A PEM file with its root certificate, which exists while the test runs. */
  readonly file: string;
  /** Returns a certificate for a server at `ip`, an IPv4 address, and its key, both PEM. */
  certify(ip: string): { readonly cert: string; readonly key: string };
}

export function createAuthority(name: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { CN: name };
  const root = writeCertificate({ subject: issuer, publicKey: keys.publicKey, maySign: true }, keys.privateKey);
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "root.pem");
  writeFileSync(file, root);
  return {
    file,
    certify(ip) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return {
        cert: writeCertificate({ subject: { CN: ip }, issuer, publicKey, ip }, keys.privateKey),
        key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
}
