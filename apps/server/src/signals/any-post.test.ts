import fc from "fast-check";
import { expect, test } from "vitest";
import { postsTo } from "../../../../packages/contract/src/message/posts.fixture.ts";
import {
  postAndJudge,
  STORED_ORDERS,
  type StoredOrder,
  type Webhook,
} from "../../../../packages/contract/src/message/webhook.fixture.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader } from "../../test/trader.ts";

const server = await startServer({ settings: { ALERTS_PER_MINUTE: "1000" } });

/** `npm run fuzz` posts a million. */
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
  for (const seed of [1, 2, 3]) await postAndJudge(fc.sample(posts, { seed, numRuns: 100 }), webhook);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
