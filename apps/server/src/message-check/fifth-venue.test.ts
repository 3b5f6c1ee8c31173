import { expect, test } from "vitest";
import { FIFTH_VENUE, FIVE_VENUES } from "../../../../packages/contract/src/venues/fifth-venue.fixture.ts";
import { createOrderTests, type TestOrderParts } from "./test-order.ts";

test("a test order at a made-up fifth venue is the example from its manifest", async () => {
  const account = { userId: "user", venue: FIFTH_VENUE.name, isDemo: true };
  const placeTestOrder = createOrderTests({
    accounts: { named: async () => ({ account }) } as unknown as TestOrderParts["accounts"],
    clock: { nowUs: () => 0, monotonicMs: () => 0 },
    take: async ({ id }) => ({ id, status: "NEW" }) as Awaited<ReturnType<TestOrderParts["take"]>>,
    bus: { publish: () => undefined },
    venues: FIVE_VENUES,
  });
  const { message } = await placeTestOrder("user", { account: "t2n70r" });
  expect(JSON.parse(message)).toEqual({
    account: "t2n70r",
    ticker: "FIVE",
    direction: "buy",
    type: "market",
    contracts: 5,
  });
});
