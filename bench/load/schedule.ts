import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { nowMs } from "../product/child.ts";
import { onJob, type Posted } from "./generator.ts";

/** The first alert is due this long after the connections are open and warmed up. */
const HEAD_START_MS = 300;
const HEADERS = { "content-type": "application/json" };

onJob("schedule", async ({ origin, connections, alerts }) => {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  await Promise.all(
    Array.from({ length: connections }, () =>
      pool.request({ path: "/readyz", method: "GET" }).then(({ body }) => body.dump()),
    ),
  );
  const startMs = nowMs() + HEAD_START_MS;
  const answers: Promise<Posted>[] = [];
  for (const { body, atMs, path = "/orders" } of alerts) {
    const dueAtMs = startMs + atMs;
    // Timers fire up to a millisecond or two late, so spin the event loop for the last bit.
    const restMs = dueAtMs - nowMs() - 2;
    if (restMs > 0) await delay(restMs);
    while (nowMs() < dueAtMs) await new Promise(setImmediate);
    answers.push(post(pool, path, body, dueAtMs));
  }
  const posted = await Promise.all(answers);
  await pool.close();
  return posted;
});

function post(pool: Pool, path: string, body: string, dueAtMs: number): Promise<Posted> {
  const postedAtMs = nowMs();
  return new Promise((resolve) => {
    let status = 0;
    let text = "";
    const end = () => {
      const orderId = status === 200 ? (JSON.parse(text) as { id: string }).id : "";
      resolve({ dueAtMs, postedAtMs, answeredAtMs: nowMs(), status, orderId });
    };
    pool.dispatch(
      { path: `/api/v1${path}`, method: "POST", headers: HEADERS, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_, chunk) => {
          text += chunk.toString();
        },
        onResponseEnd: end,
        onResponseError: () => {
          status = 0;
          end();
        },
      },
    );
  });
}
