/**
 * `npm run fuzz -- 60` posts generated messages to the order webhook for 60 seconds, `npm run fuzz -- --count 1000000`
 * posts a million of them: to a real server, over keep-alive connections, hundreds at once. It prints how they were
 * answered and parsed, and fails on the first wrong one: a 5xx, a stored order that isn't what its message meant, a
 * typo that turned an order into a different one, or a body that isn't stored verbatim.
 */
import { parseArgs } from "node:util";
import { parseOrderMessage } from "@chartrelay/contract";
import fc from "fast-check";
import { HOSTILE } from "../packages/contract/src/message/damages.fixture.ts";
import { postsTo } from "../packages/contract/src/message/posts.fixture.ts";
import { postAndJudge, type Judged } from "../packages/contract/src/message/webhook.fixture.ts";
import { onGround } from "./cases/ground.ts";
import { openWebhook } from "./fuzz/webhook.ts";

const BATCH = 200;
/** Batches in flight at a time, so that the server has work while one is being judged. */
const BATCHES_AT_ONCE = 4;

const { values, positionals } = parseArgs({
  options: { count: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
const count = values.count === undefined ? Infinity : Number(values.count);
const deadlineMs = values.count === undefined ? performance.now() + Number(positionals[0] ?? 60) * 1_000 : Infinity;
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000_000);

/** How posts of one kind were answered and parsed. */
interface KindCount {
  readonly statuses: Record<number, number>;
  readonly parsed: Record<"ok" | "repaired" | "refused" | "unread", number>;
}
const counts = new Map<string, KindCount>();

function countVerdict({ post: { kind }, status, parsed }: Judged): void {
  const { statuses, parsed: verdicts } = counts.get(kind) ?? {
    statuses: {},
    parsed: { ok: 0, repaired: 0, refused: 0, unread: 0 },
  };
  statuses[status] = (statuses[status] ?? 0) + 1;
  verdicts[verdictOf(parsed)] += 1;
  counts.set(kind, { statuses, parsed: verdicts });
}

function verdictOf(parsed: Judged["parsed"]): keyof KindCount["parsed"] {
  if (!parsed) return "unread";
  if (parsed.problems.length > 0) return "refused";
  return parsed.repairs.length > 0 ? "repaired" : "ok";
}

await onGround("postgres", async (ground) => {
  const startedAt = performance.now();
  await using webhook = await openWebhook(ground);
  const posts = postsTo(webhook.account);
  let begun = 0;
  async function work(): Promise<void> {
    while (begun < count && performance.now() < deadlineMs) {
      const numRuns = Math.min(BATCH, count - begun);
      const seed = firstSeed + begun;
      begun += numRuns;
      const batch = fc.sample(posts, { seed, numRuns });
      const judged = await postAndJudge(batch, webhook).catch((error: unknown) => {
        throw new Error(`in the batch of --seed ${seed} --count ${numRuns}`, { cause: error });
      });
      judged.forEach(countVerdict);
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  for (const [name, { statuses, parsed }] of counts) {
    const posts = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    console.log(JSON.stringify({ case: name, posts, ...parsed, wrong: 0, statuses }));
  }
  const left = await webhook.open();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(JSON.stringify({ case: "all", posts: begun, seconds, firstSeed, ...(await webhook.stored()), left }));
  if (left > 0) throw new Error(`${left} accepted orders didn't end`);
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
