/** Whether response times reveal who has an account: sign-ins and password resets for known and unknown e-mails. */
import { randomUUID } from "node:crypto";
import { withClient } from "../product/storage.ts";
import { signUp } from "../product/trader.ts";
import { median, reportCase, rounded } from "./figures.ts";
import { onGround } from "./ground.ts";

const PAIRS = 200;
/** Other programs on the machine may slow down some answers; more samples dilute that. */
const ROUNDS = 6;
/** How far apart the medians may be, as a fraction of the longer one. */
const MAX_DIFFERENCE = 0.1;

interface Comparison {
  readonly samples: number;
  readonly knownMs: number;
  readonly unknownMs: number;
  readonly difference: number;
}

/** Runs the case and prints its result. On PostgreSQL only: users are inserted from outside the server. */
export async function measureEnumeration(): Promise<void> {
  await onGround("postgres", async (ground) => {
    const { origin, databaseUrl = "" } = await ground.product({ TRUST_PROXY: "on" });
    await signUp(origin, "first", []);
    const known = await addUsers(databaseUrl);
    const pairs = known.map((email, index): [string, string] => [email, `nobody-${index}@example.com`]);
    const ask = async (path: string, payload: object, from: string, expected: number) => {
      const headers = { "content-type": "application/json", "x-forwarded-for": from };
      const body = JSON.stringify(payload);
      const response = await fetch(`${origin}/api/v1${path}`, { method: "POST", headers, body });
      const text = await response.text();
      if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${text}`);
    };
    const login = await compare(pairs, (email, from) =>
      ask("/auth/login", { email, password: "not-the-password" }, from, 401),
    );
    const reset = await compare(pairs, (email, from) => ask("/auth/password-reset", { email }, from, 200));
    reportCase(
      "enumeration",
      { login, reset },
      {
        loginDifference: { is: login.difference, atMost: MAX_DIFFERENCE },
        resetDifference: { is: reset.difference, atMost: MAX_DIFFERENCE },
      },
    );
  });
}

/** Inserts users without the cost of signing them up: they share the first user's password. */
async function addUsers(databaseUrl: string): Promise<string[]> {
  const emails = Array.from({ length: PAIRS }, (_, index) => `known-${index}@example.com`);
  await withClient(databaseUrl, (client) =>
    client.query(
      `insert into users (id, email, full_name, roles, language, password_hash)
      select id::uuid, email, 'Known', array['USER'], 'en', (select password_hash from users limit 1)
      from unnest($1::text[], $2::text[]) as t(id, email)`,
      [emails.map(() => randomUUID()), emails],
    ),
  );
  return emails;
}

/** Alternates known and unknown e-mails, each from its own address, until the medians agree or the rounds run out. */
async function compare(
  pairs: readonly (readonly [known: string, unknown: string])[],
  ask: (email: string, from: string) => Promise<void>,
): Promise<Comparison> {
  const times: [number[], number[]] = [[], []];
  for (let round = 1; ; round += 1) {
    for (const [index, emails] of pairs.entries()) {
      // Neither kind always goes first.
      for (const kind of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const startedAt = performance.now();
        await ask(emails[kind], `172.${16 + round * 2 + kind}.${index >> 8}.${index & 255}`);
        times[kind].push(performance.now() - startedAt);
      }
    }
    const [knownMs, unknownMs] = [median(times[0]), median(times[1])];
    const difference = Math.abs(knownMs - unknownMs) / Math.max(knownMs, unknownMs);
    if (difference <= MAX_DIFFERENCE || round === ROUNDS)
      return { samples: times[0].length, knownMs: rounded(knownMs), unknownMs: rounded(unknownMs), difference };
  }
}
