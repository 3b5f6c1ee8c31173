/** `npm run fuzz -- 60`: damages messages for so many seconds, and tells what the parser makes of them and how long it takes. */
import fc from "fast-check";
import { parseOrderMessage } from "../src/message/parse.ts";
import { damaged, HOSTILE, judge } from "../src/message/writings.fixture.ts";

const seconds = Number(process.argv[2] ?? 60);
const counts = { ok: 0, repaired: 0, refused: 0 };

fc.assert(
  fc.property(damaged, ({ body, contentType }) => {
    judge(body, contentType);
    const { problems, repairs } = parseOrderMessage(body, contentType);
    counts[problems.length > 0 ? "refused" : repairs.length > 0 ? "repaired" : "ok"] += 1;
  }),
  { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000 },
);
console.log(JSON.stringify({ case: "damaged messages", seconds, ...counts }));

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
