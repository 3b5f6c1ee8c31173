/**
 * What a button that cancels an order sends back: the order's id, and a code that only this product can make. Telegram
 * passes on whatever a client sends, so a press proves nothing by itself.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import type { KeyRing } from "../platform/security/key-ring.ts";

const PREFIX = "cancel";
/** 128 bits: with the rest, it fits into the 64 bytes that Telegram takes. */
const CODE_BYTES = 16;
const SHAPE = new RegExp(`^${PREFIX}:([\\w-]{22}):([\\w-]{22})$`);

export interface CancelTokens {
  /** Returns the token for an order; at most 64 bytes. */
  write(orderId: string): string;
  /** Returns the order that a token names; undefined if we didn't make it, or it isn't such a token. */
  read(token: string): string | undefined;
}

export interface Signer {
  /** Returns the code that proves a name ours. */
  sign(name: string): string;
  isOurs(name: string, code: string): boolean;
}

/** Any key of the ring reads, so that buttons go on working when the keys are changed. */
export function createSigner({ current, keys }: KeyRing, purpose: string): Signer {
  const secrets = new Map(Array.from(keys, ([id, key]) => [id, Buffer.from(hkdfSync("sha256", key, "", purpose, 32))]));
  const codeOf = (name: string, secret: Buffer) =>
    createHmac("sha256", secret).update(name).digest().subarray(0, CODE_BYTES).toString("base64url");
  return {
    sign(name) {
      const secret = secrets.get(current);
      if (!secret) throw new RangeError("the key ring has no current key");
      return codeOf(name, secret);
    },
    // As texts: base64url's last letter has bits that mean nothing.
    isOurs: (name, code) =>
      [...secrets.values()].some((secret) => timingSafeEqual(Buffer.from(codeOf(name, secret)), Buffer.from(code))),
  };
}

export function createCancelTokens(keyRing: KeyRing): CancelTokens {
  const signer = createSigner(keyRing, "telegram cancel button");
  return {
    write(orderId) {
      const name = Buffer.from(parse(orderId)).toString("base64url");
      return `${PREFIX}:${name}:${signer.sign(name)}`;
    },
    read(token) {
      const [, name, code] = SHAPE.exec(token) ?? [];
      if (name === undefined || code === undefined || !signer.isOurs(name, code)) return undefined;
      return stringify(Buffer.from(name, "base64url"));
    },
  };
}
