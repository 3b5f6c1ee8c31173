import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Keys that wrap the keys of sealed records, by id. They are stored outside the database. */
export interface KeyRing {
  /** The id of the key that encrypts; every key of the ring decrypts. */
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

const KEY_BYTES = 32;
const ENTRY = String.raw`[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=`;
/** `id:base64,id:base64` with 32-byte keys: the format of CREDENTIALS_KEYS. */
export const CREDENTIALS_KEY_LIST = new RegExp(`^${ENTRY}(,${ENTRY})*$`);

/** Reads a list that matches CREDENTIALS_KEY_LIST; its first key becomes the current one. */
export function parseKeyRing(list: string): KeyRing {
  const keys = new Map(
    list.split(",").map((entry) => {
      const [id = "", encoded = ""] = entry.split(":");
      return [id, Buffer.from(encoded, "base64")] as const;
    }),
  );
  return { current: list.slice(0, list.indexOf(":")), keys };
}

/** Returns why the ring read from `list` must not be used, in words for the operator; undefined if it may. */
export function faultOf(list: string, { keys }: KeyRing): string | undefined {
  if (keys.size < list.split(",").length) return "each id must stand once";
  if ([...keys.values()].some((key) => key.every((byte) => byte === 0))) return "the key of 32 zeros protects nothing";
  return undefined;
}

/** Reads the sandbox's own key ring, which is created once in the data directory and readable only by its owner. */
export function sandboxKeyRing(dataDir: string): KeyRing {
  const file = join(dataDir, "credentials-keys");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `sandbox:${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  chmodSync(file, 0o600);
  return parseKeyRing(readFileSync(file, "utf8").trim());
}
