/** How long the overview takes for a user with 50,000 orders today, on an otherwise idle server. */
import type { Overview } from "@chartrelay/contract";
import { zoneWhereItIs } from "../../scripts/zone.ts";
import { giveOrders, untilSummed } from "../product/many-orders.ts";
import { signUp } from "../product/trader.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround } from "./ground.ts";

/** One a second: 14 hours of them. */
const ORDERS = 50_000;
const WARM_UP_READS = 20;
const READS = 200;
/** The sums are written every minute. */
const SUMMED_WITHIN_MS = 120_000;

/** Runs the case and prints its result. On PostgreSQL only: the orders come from outside the server. */
export async function measureOverview(): Promise<void> {
  await onGround("postgres", async (ground) => {
    const product = await ground.product();
    const { token } = await signUp(product.origin, "overview", []);
    await giveOrders(product.databaseUrl ?? "", "overview@example.com", ORDERS);
    // In the evening, so that all of these orders are today's.
    const url = `${product.origin}/api/v1/users/me/overview?tz=${zoneWhereItIs(22)}`;
    const read = async () => {
      const startedAt = performance.now();
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { orders } = (await response.json()) as Overview;
      return { orders: orders.total, ms: performance.now() - startedAt };
    };
    // Nothing is summed yet: as if all orders had come within a quarter of an hour.
    const unsummed = await read();
    await untilSummed(product.databaseUrl ?? "", SUMMED_WITHIN_MS);
    const summed = await read();
    const times: number[] = [];
    for (let done = -WARM_UP_READS; done < READS; done += 1) {
      const { ms } = await read();
      if (done >= 0) times.push(ms);
    }
    reportCase(
      "overview",
      {
        storage: "postgres",
        orders: summed.orders,
        unsummedMs: rounded(unsummed.ms),
        firstMs: rounded(summed.ms),
        p50Ms: rounded(percentile(times, 0.5)),
        p99Ms: rounded(percentile(times, 0.99)),
      },
      { firstMs: { is: summed.ms, atMost: 50 }, p99Ms: { is: percentile(times, 0.99), atMost: 50 } },
    );
  });
}
