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

/** Any key of the ring reads, so that buttons go on working when the keys are changed. */
export function createCancelTokens({ current, keys }: KeyRing): CancelTokens {
  const secrets = new Map(
    Array.from(keys, ([id, key]) => [id, Buffer.from(hkdfSync("sha256", key, "", "telegram cancel button", 32))]),
  );
  const codeOf = (name: string, secret: Buffer) =>
    createHmac("sha256", secret).update(name).digest().subarray(0, CODE_BYTES).toString("base64url");
  return {
    write(orderId) {
      const secret = secrets.get(current);
      if (!secret) throw new RangeError("the key ring has no current key");
      const name = Buffer.from(parse(orderId)).toString("base64url");
      return `${PREFIX}:${name}:${codeOf(name, secret)}`;
    },
    read(token) {
      const [, name, code] = SHAPE.exec(token) ?? [];
      if (name === undefined || code === undefined) return undefined;
      // As texts: base64url's last letter has bits that mean nothing.
      const isOurs = [...secrets.values()].some((secret) =>
        timingSafeEqual(Buffer.from(codeOf(name, secret)), Buffer.from(code)),
      );
      return isOurs ? stringify(Buffer.from(name, "base64url")) : undefined;
    },
  };
}
