/** How long a page of a long order list takes, on an otherwise idle server: the first, the middle and the last page. */
import { setTimeout as delay } from "node:timers/promises";
import { generate } from "../load/generator.ts";
import { giveOrders, untilCounted } from "../product/many-orders.ts";
import { memoryOf } from "../product/memory.ts";
import type { Server } from "../product/server.ts";
import type { StorageKind } from "../product/storage.ts";
import { signUp } from "../product/trader.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { onGround } from "./ground.ts";

const PAGE_SIZE = 100;
const WARM_UP_READS = 100;
const READS = 300;
/** Lets the database clean up after a million inserts. */
const REST_MS = 2_000;
const LINE_FEED = 10;

/** Runs the case and prints its result. On PostgreSQL only: the list is filled from outside the server. */
export async function measureList(_: StorageKind, { isShort }: { readonly isShort: boolean }): Promise<void> {
  const orders = isShort ? 100_000 : 1_000_000;
  const lastPage = orders / PAGE_SIZE;
  await onGround("postgres", async (ground) => {
    const product = await ground.product();
    const { token } = await signUp(product.origin, "list", []);
    await giveOrders(product.databaseUrl ?? "", "list@example.com", orders);
    await delay(REST_MS);

    const addressOf = (query: string) => `${product.origin}/api/v1/orders/me/list?${query}&size=${PAGE_SIZE}`;
    const read = async (query: string): Promise<number> => {
      const startedAt = performance.now();
      const response = await fetch(addressOf(query), { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      if (!response.ok) throw new Error(`a page was answered ${response.status}: ${text}`);
      return performance.now() - startedAt;
    };
    const timesOf = (page: number) =>
      generate("pages", {
        url: addressOf(`page=${page}`),
        token,
        warmUp: WARM_UP_READS,
        reads: READS,
        rows: PAGE_SIZE,
        total: orders,
      });
    const countedFirstMs = await untilCounted(() => read("page=0"));
    const near = await timesOf(0);
    const middle = await timesOf(lastPage / 2);
    const far = await timesOf(lastPage - 1);
    const narrowedByStatusMs = await read("page=0&status=REJECTED");
    const searchedMs = await read(`page=0&search=${orders - 7}`);
    const file = await saveFile(product, `${product.origin}/api/v1/orders/me/csv?ticker=SBER`, token);
    reportCase(
      "list",
      {
        storage: "postgres",
        orders,
        lastPage,
        pageSize: PAGE_SIZE,
        countedFirstMs: rounded(countedFirstMs),
        page1: { p50Ms: rounded(percentile(near, 0.5)), p99Ms: rounded(percentile(near, 0.99)) },
        middlePage: { p50Ms: rounded(percentile(middle, 0.5)), p99Ms: rounded(percentile(middle, 0.99)) },
        farPage: { p50Ms: rounded(percentile(far, 0.5)), p99Ms: rounded(percentile(far, 0.99)) },
        narrowedByStatusMs: rounded(narrowedByStatusMs),
        searchedMs: rounded(searchedMs),
        file,
      },
      {
        page1P99Ms: { is: percentile(near, 0.99), atMost: 20 },
        lastPageP99Ms: { is: percentile(far, 0.99), atMost: 60 },
      },
    );
  });
}

/** Downloads a list as a file. Returns the time to the first byte, the total time and the server's peak memory. */
async function saveFile(server: Server, address: string, token: string) {
  const { nowMb } = memoryOf(server);
  const startedAt = performance.now();
  const { body } = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  let [firstByteMs, bytes, lines] = [0, 0, 0];
  for await (const piece of body ?? []) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += piece.length;
    for (const byte of piece) if (byte === LINE_FEED) lines += 1;
  }
  return {
    orders: lines - 1,
    megabytes: rounded(bytes / 1e6),
    firstByteMs: rounded(firstByteMs),
    wholeMs: rounded(performance.now() - startedAt),
    serverHasMb: nowMb,
    serverPeakMb: memoryOf(server).peakMb,
  };
}
