import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KeyRing } from "../../platform/security/key-ring.ts";
import { OperatorError } from "../commands.ts";

/** Files with settings are small; larger ones are data. */
const MOST_BYTES = 1_048_576;

/**
 * Refuses a folder for backups that holds a file with one of the keys: whoever took the folder would have the secrets
 * and what opens them.
 * @throws {OperatorError} naming the file.
 */
export function requireApart(keyRing: Pick<KeyRing, "keys"> | undefined, folder: string): void {
  const secrets = Array.from(keyRing?.keys.values() ?? [], (key) => key.toString("base64"));
  const holder = listFiles(folder).find((path) => {
    const { size } = lstatSync(path);
    if (size > MOST_BYTES) return false;
    const text = readFileSync(path, "latin1");
    return secrets.some((secret) => text.includes(secret));
  });
  if (holder === undefined) return;
  throw new OperatorError(
    `${holder} holds CREDENTIALS_KEYS. Choose a folder without them: a backup beside its keys opens to whoever takes both`,
  );
}

/** @throws {OperatorError} if there is no such folder: a mount may be missing. */
function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  } catch {
    throw new OperatorError(`${folder} is no folder that can be read: create it first, or mount it`);
  }
}
