import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import type { KeyRing } from "./key-ring.ts";

/** Where a secret is stored. It opens only there, so that rows and fields can't be swapped. */
export interface SecretPlace {
  readonly table: string;
  readonly userId: string;
  readonly recordId: string;
  readonly field: string;
}

/**
 * An envelope doesn't open: it was changed or moved, or the ring no longer has its key. The error reveals no content.
 */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

export interface SecretBox {
  /** Encrypts a text for one place, under its own key, which the current key wraps. */
  seal(secret: string, place: SecretPlace): string;
  /** @throws {SecretUnreadable} */
  open(envelope: string, place: SecretPlace): string;
  /** Whether it is wrapped by a key other than the current one. */
  needsRewrap(envelope: string): boolean;
  /**
   * Rewraps the envelope's own key with the current key.
   * @throws {SecretUnreadable}
   */
  rewrap(envelope: string, place: SecretPlace): string;
}

const VERSION = "1";
const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The parts of a stored envelope, in order. */
interface Envelope {
  readonly keyId: string;
  /** The encrypted record key: IV, tag and ciphertext together. */
  readonly wrappedKey: Buffer;
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly ciphertext: Buffer;
}

/**
 * Creates a box that seals secrets for storage: AES-256-GCM under a random key per record, wrapped by a key from
 * outside the database. Both are bound to table, user, record, field and version (OWASP ASVS 11.3; docs/security.md,
 * Sources).
 */
export function createSecretBox({ current, keys: rawKeys }: KeyRing): SecretBox {
  // Create the keys once: every order opens two secrets, and creating a key costs as much as using it.
  const keys = new Map(Array.from(rawKeys, ([id, bytes]) => [id, createSecretKey(bytes)]));

  function wrap(recordKey: Buffer, place: SecretPlace): Pick<Envelope, "keyId" | "wrappedKey"> {
    const { iv, tag, ciphertext } = encrypt(recordKey, keyOf(current), wrapBinding(current, place));
    return { keyId: current, wrappedKey: Buffer.concat([iv, tag, ciphertext]) };
  }

  function unwrap({ keyId, wrappedKey }: Envelope, place: SecretPlace): Buffer {
    const iv = wrappedKey.subarray(0, IV_BYTES);
    const tag = wrappedKey.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const ciphertext = wrappedKey.subarray(IV_BYTES + TAG_BYTES);
    return decrypt({ iv, tag, ciphertext }, keyOf(keyId), wrapBinding(keyId, place));
  }

  function keyOf(id: string): KeyObject {
    const key = keys.get(id);
    if (!key) throw new SecretUnreadable(`no key "${id}" in CREDENTIALS_KEYS`);
    return key;
  }

  return {
    seal(secret, place) {
      const recordKey = randomBytes(KEY_BYTES);
      return write({ ...wrap(recordKey, place), ...encrypt(Buffer.from(secret, "utf8"), recordKey, binding(place)) });
    },
    open(envelope, place) {
      const parts = read(envelope);
      return decrypt(parts, unwrap(parts, place), binding(place)).toString("utf8");
    },
    needsRewrap: (envelope) => read(envelope).keyId !== current,
    rewrap(envelope, place) {
      const parts = read(envelope);
      return write({ ...parts, ...wrap(unwrap(parts, place), place) });
    },
  };
}

function binding({ table, userId, recordId, field }: SecretPlace): string {
  return [table, userId, recordId, field, VERSION].join("|");
}

function wrapBinding(keyId: string, place: SecretPlace): string {
  return `${binding(place)}|key|${keyId}`;
}

function encrypt(
  content: Buffer,
  key: Buffer | KeyObject,
  boundTo: string,
): Pick<Envelope, "iv" | "tag" | "ciphertext"> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), ciphertext };
}

function decrypt(
  sealed: Pick<Envelope, "iv" | "tag" | "ciphertext">,
  key: Buffer | KeyObject,
  boundTo: string,
): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.tag);
    return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]);
  } catch {
    throw new SecretUnreadable("changed, or moved from where it was sealed");
  }
}

function write({ keyId, wrappedKey, iv, tag, ciphertext }: Envelope): string {
  return [VERSION, keyId, ...[wrappedKey, iv, tag, ciphertext].map((part) => part.toString("base64url"))].join(".");
}

function read(envelope: string): Envelope {
  const [version, keyId = "", ...encoded] = envelope.split(".");
  const parts = encoded.map((part) => Buffer.from(part, "base64url"));
  const [wrappedKey, iv, tag, ciphertext] = parts;
  // Buffer.from ignores leftover bits and characters that aren't base64url.
  const isExact = parts.every((part, index) => part.toString("base64url") === encoded[index]);
  if (version !== VERSION || parts.length !== 4 || !isExact || !wrappedKey || !iv || !tag || !ciphertext) {
    throw new SecretUnreadable("not an envelope of this version");
  }
  return { keyId, wrappedKey, iv, tag, ciphertext };
}
