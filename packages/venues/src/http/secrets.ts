/** Raw answers are kept and shown; secrets never are. */

const MAX_KEPT_CHARS = 8 * 1024;
const REMOVED = "[removed]";
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * Returns an answer's text as it may be stored: without `secrets` in any of their spellings, without anything that
 * looks like a JWT, without what PostgreSQL's text type can't hold, and at most 8,192 characters long.
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
