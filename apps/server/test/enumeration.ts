/** Whether the time of an answer tells who has an account. */
import type { Database } from "../src/platform/db/database.ts";

/** Makes users without the work of signing them up: their password is that of some other user. */
export async function knownEmails({ query }: Pick<Database, "query">, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `known-${index}@example.com`);
  await query(
    `insert into users (id, email, full_name, roles, language, password_hash)
    select gen_random_uuid(), email, 'Known', array['USER'], 'en', (select password_hash from users limit 1)
    from unnest($1::text[]) as email`,
    [emails],
  );
  return emails;
}

/** Another program on the machine may slow some answers down; the more there are, the less that tells. */
const ROUNDS = 6;

/**
 * Asks for a known and an unknown e-mail in turn, each from an address of its own, and gives how far the medians of the
 * answers' times are apart, as a part of the longer one: over all rounds so far, until they are less than `limit` apart.
 * Prints the figures.
 */
export async function compareMedians(
  what: string,
  samples: readonly (readonly [known: string, unknown: string])[],
  limit: number,
  ask: (email: string, from: string) => Promise<void>,
): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 1; ; round += 1) {
    for (const [index, emails] of samples.entries()) {
      // Neither is always the first.
      for (const kind of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const startedAt = performance.now();
        await ask(emails[kind], `172.${16 + round * 2 + kind}.${index >> 8}.${index & 255}`);
        times[kind].push(performance.now() - startedAt);
      }
    }
    const [known, unknown] = [median(times[0]), median(times[1])];
    const difference = Math.abs(known - unknown) / Math.max(known, unknown);
    console.log(
      `${what}, ${times[0].length} samples each: median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown, ${(difference * 100).toFixed(1)} % apart`,
    );
    if (difference < limit || round === ROUNDS) return difference;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
