/**
 * `npm run fuzz -- 60` damages messages for so many seconds, `npm run fuzz -- --count 1000000` so many of them, and tells what
 * the parser makes of them and how long it takes. It ends with an error at the first that is judged wrong: one that throws, one
 * whose order doesn't stand in it, and one whose slip made another order of it.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { parseOrderMessage } from "../src/message/parse.ts";
import { damaged, HOSTILE, judge, judgeSlip, slipped } from "../src/message/writings.fixture.ts";

interface Damaged {
  readonly body: Uint8Array;
  readonly contentType?: string;
  readonly right?: Uint8Array;
}

const { values, positionals } = parseArgs({ options: { count: { type: "string" } }, allowPositionals: true });
const seconds = Number(positionals[0] ?? 60);
/** Half of the messages, or half of the time, for each kind of damage. */
const half: fc.Parameters<[Damaged]> =
  values.count === undefined
    ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 500 }
    : { numRuns: Math.ceil(Number(values.count) / 2) };

function fuzz(name: string, damage: fc.Arbitrary<Damaged>, judgeOne: (one: Damaged) => void): void {
  const counts = { ok: 0, repaired: 0, refused: 0 };
  const startedAt = performance.now();
  fc.assert(
    fc.property(damage, (one) => {
      judgeOne(one);
      const { problems, repairs } = parseOrderMessage(one.body, one.contentType);
      counts[problems.length > 0 ? "refused" : repairs.length > 0 ? "repaired" : "ok"] += 1;
    }),
    half,
  );
  const messages = counts.ok + counts.repaired + counts.refused;
  const took = Math.round((performance.now() - startedAt) / 1_000);
  console.log(JSON.stringify({ case: name, messages, seconds: took, ...counts, wrong: 0 }));
}

fuzz("damaged messages", damaged, ({ body, contentType = "" }) => judge(body, contentType));
fuzz("messages with a slip", slipped, ({ body, right = body }) => {
  judge(body, "");
  judgeSlip({ body, right });
});

for (const [name, text] of Object.entries(HOSTILE)) {
  const body = new TextEncoder().encode(text);
  const times = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    parseOrderMessage(body);
    return performance.now() - startedAt;
  });
  const [best = 0, p50 = 0] = [0, 25].map((rank) => times.toSorted((one, other) => one - other)[rank]);
  const round = (ms: number) => Number(ms.toFixed(2));
  console.log(JSON.stringify({ case: `64 KiB: ${name}`, bestMs: round(best), p50Ms: round(p50) }));
}
