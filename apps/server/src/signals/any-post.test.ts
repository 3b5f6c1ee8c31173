import fc from "fast-check";
import { expect, test } from "vitest";
import { postsTo } from "../../../../packages/contract/src/message/posts.fixture.ts";
import {
  postAndJudge,
  STORED_ORDERS,
  type StoredOrder,
  type Webhook,
} from "../../../../packages/contract/src/message/webhook.fixture.ts";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer({ settings: { ALERTS_PER_MINUTE: "1000" } });

const AT_ONCE = 20;

/** `npm run fuzz` posts a million. */
// @covers F10
test("no post whatsoever causes a 5xx, or an order that its sender didn't mean", async () => {
  const trader = await linkTrader(server);
  const webhook: Webhook = {
    accounts: new Set([trader.account]),
    post: async ({ body, headers }) => {
      const answer = await server.api().post("/orders", Buffer.from(body), headers);
      return { status: answer.status, id: answer.body.id };
    },
    rows: (ids) => server.parts.database.query<StoredOrder>(STORED_ORDERS, [ids]),
  };
  const posts = postsTo(fc.constant(trader.account));
  const all = [1, 2, 3].flatMap((seed) => fc.sample(posts, { seed, numRuns: 100 }));
  // Making them took a slow machine seconds, in which the server stood still: it refuses what may have waited meanwhile.
  await eventually(async () => expect((await server.api().post("/orders", "{}")).status).not.toBe(503));
  // Reading a hundred of them in one tick can take a busy machine longer than a commit may take: that would be a 503.
  for (let next = 0; next < all.length; next += AT_ONCE) await postAndJudge(all.slice(next, next + AT_ONCE), webhook);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
