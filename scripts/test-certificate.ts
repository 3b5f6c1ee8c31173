/**
 * Certificates for tests, written when a test runs: the repository contains no key, and nothing expires. Node.js signs
 * but doesn't write certificates, so the few DER structures of RFC 5280 that TLS needs are written here.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const DAY_MS = 86_400_000;

/** A subject's or issuer's parts, by their usual names. */
export type Name = Partial<Readonly<Record<"O" | "CN", string>>>;

export interface CertificateContents {
  readonly subject: Name;
  /** The subject itself by default. */
  readonly issuer?: Name;
  readonly publicKey: KeyObject;
  /** An IPv4 address or e-mail address that it is for. */
  readonly ip?: string;
  readonly email?: string;
  /** Whether its key may sign other certificates. */
  readonly maySign?: boolean;
  /** From when until when it is valid: from yesterday until tomorrow by default. */
  readonly validFrom?: Date;
  readonly validTo?: Date;
}

/** Returns a certificate (RFC 5280, 4.1) in PEM, signed by ECDSA with SHA-256. */
export function writeCertificate(contents: CertificateContents, signer: KeyObject): string {
  const { subject, issuer = subject, publicKey, maySign = false } = contents;
  const { validFrom = new Date(Date.now() - DAY_MS), validTo = new Date(Date.now() + DAY_MS) } = contents;
  const extensions = [...(maySign ? [MAY_SIGN] : []), ...alternativeNames(contents)];
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    der(0x30, utcTime(validFrom), utcTime(validTo)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length > 0 ? [der(0xa3, der(0x30, ...extensions))] : []),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, signer));
  const body = der(0x30, signed, ECDSA_WITH_SHA256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

/** Returns a certificate that its own key signed, and that key, both PEM. */
export function selfSigned(contents: Omit<CertificateContents, "publicKey">): {
  readonly cert: string;
  readonly key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    cert: writeCertificate({ ...contents, publicKey }, privateKey),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const ECDSA_WITH_SHA256 = der(0x30, objectId("2a8648ce3d040302"));
const MAY_SIGN = extensionOf("551d13", der(0x30, der(0x01, Buffer.from([0xff]))));
const NAME_IDS = { O: "55040a", CN: "550403" } as const;

function alternativeNames({ ip, email }: CertificateContents): Buffer[] {
  const names = [
    ...(ip === undefined ? [] : [der(0x87, Buffer.from(ip.split(".").map(Number)))]),
    ...(email === undefined ? [] : [der(0x81, Buffer.from(email))]),
  ];
  return names.length > 0 ? [extensionOf("551d11", der(0x30, ...names))] : [];
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body]);
}

/** Returns the shortest form of a length, as DER demands: Go refuses a certificate with any other. */
function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function extensionOf(id: string, value: Buffer): Buffer {
  return der(0x30, objectId(id), der(0x04, value));
}

function nameOf({ O, CN }: Name): Buffer {
  const parts = Object.entries({ O, CN }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : der(0x31, der(0x30, objectId(NAME_IDS[name as keyof Name]), der(0x0c, Buffer.from(value)))),
  );
  return der(0x30, ...parts);
}

function utcTime(time: Date): Buffer {
  const text = time.toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x17, Buffer.from(text.slice(2)));
}
