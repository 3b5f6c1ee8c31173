/**
 * A certificate authority for one test, created when the test runs: the repository contains no key, and nothing
 * expires. Node signs but doesn't write certificates, so the few DER structures of RFC 5280 that TLS needs are written
 * here.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface Authority {
  /** A PEM file with its root certificate, which exists while the test runs. */
  readonly file: string;
  /** Returns a certificate for a server at `ip`, an IPv4 address, and its key, both PEM. */
  certify(ip: string): { readonly cert: string; readonly key: string };
}

export function createAuthority(name: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const root = certificate(
    { subject: name, issuer: name, publicKey: keys.publicKey, extension: MAY_SIGN },
    keys.privateKey,
  );
  const folder = mkdtempSync(join(tmpdir(), "chartrelay-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "root.pem");
  writeFileSync(file, root);
  return {
    file,
    certify(ip) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const address = Buffer.from(ip.split(".").map(Number));
      const extension = extensionOf("551d11", der(0x30, der(0x87, address)));
      return {
        cert: certificate({ subject: ip, issuer: name, publicKey, extension }, keys.privateKey),
        key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
}

interface Contents {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
}

/** Returns a certificate (RFC 5280, 4.1), valid from yesterday until tomorrow, signed by ECDSA with SHA-256. */
function certificate({ subject, issuer, publicKey, extension }: Contents, signer: KeyObject): string {
  const contents = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    der(0x30, utcTime(-DAY_MS), utcTime(DAY_MS)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", contents, signer));
  const body = der(0x30, contents, ECDSA_WITH_SHA256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = der(0x30, objectId("2a8648ce3d040302"));
const MAY_SIGN = extensionOf("551d13", der(0x30, der(0x01, Buffer.from([0xff]))));

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const bytes = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), body]);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function extensionOf(id: string, value: Buffer): Buffer {
  return der(0x30, objectId(id), der(0x04, value));
}

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, objectId("550403"), der(0x0c, Buffer.from(commonName)))));
}

function utcTime(fromNowMs: number): Buffer {
  const time = new Date(Date.now() + fromNowMs).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x17, Buffer.from(time.slice(2)));
}
