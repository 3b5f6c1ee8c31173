/** A raw answer is kept and shown; a secret never is. */

const MAX_KEPT_CHARS = 8 * 1024;
const REMOVED = "[removed]";
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * An answer's text as it may be stored: without `secrets` in any of the ways they can be written, without anything that
 * looks like a JWT, without what PostgreSQL's text can't hold, at most 8 KiB.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
    .filter((spelling) => spelling !== "")
    // A longer spelling may contain a shorter one.
    .toSorted((one, other) => other.length - one.length);
  const clean = spellings.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text).replace(JWT, REMOVED);
  return clean.slice(0, MAX_KEPT_CHARS).replaceAll("\0", "\u{fffd}").toWellFormed();
}
