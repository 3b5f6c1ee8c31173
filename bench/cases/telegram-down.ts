/** Whether orders slow down while Telegram doesn't answer, and whether every notification arrives once it is back. */
import { ordersOf } from "../product/trader.ts";
import type { StorageKind } from "../product/storage.ts";
import { waitFor } from "../product/wait.ts";
import { percentile, reportCase, rounded } from "./figures.ts";
import { evenly, onGround, signUpMany, traceAlerts, wayMsOf, type Traced } from "./ground.ts";

const PER_SECOND = 50;
const ACCOUNTS = 100;
const CONNECTIONS = 20;
const DOWN_S = 60;
const DOWN_IN_SHORT_S = 5;
const WARM_UP_ALERTS = 3 * ACCOUNTS;
const FIRST_CHAT = 6_000_000_000;
/** More than there are orders, so that Telegram's rate limit doesn't affect the measurement. */
const MESSAGES_PER_SECOND = 300;
const ARRIVAL_TIMEOUT_MS = 30_000;
/** Leaves room for calls that hang: each times out after twelve seconds. */
const NOTIFICATION_TIMEOUT_MS = 180_000;

/** Runs the case and prints its result. */
export async function measureTelegramDown(storage: StorageKind, { isShort }: { isShort: boolean }): Promise<void> {
  await onGround(storage, async (ground) => {
    const { sandbox } = ground;
    const product = await ground.product({ TELEGRAM_MESSAGES_PER_SECOND: String(MESSAGES_PER_SECOND) });
    sandbox.telegram.limit({ overall: MESSAGES_PER_SECOND });
    const traders = await signUpMany(ground, product, "telegram", { accounts: ACCOUNTS, firstChat: FIRST_CHAT });
    let firstLots = 1;
    const trace = async (alerts: number): Promise<Traced[]> => {
      firstLots += 10_000;
      const traffic = { origin: product.origin, connections: CONNECTIONS, alerts: evenly(alerts, PER_SECOND, traders) };
      return await traceAlerts(sandbox, { ...traffic, firstLots }, { withinMs: ARRIVAL_TIMEOUT_MS });
    };
    const unnotified = async (): Promise<number> => {
      const orders = await Promise.all(traders.tokens.map((token) => ordersOf(product.origin, { token })));
      return orders.flat().filter(({ timeline }) => timeline.notified === null).length;
    };
    const allNotified = () =>
      waitFor(async () => ((await unnotified()) === 0 ? true : undefined), {
        withinMs: NOTIFICATION_TIMEOUT_MS,
        everyMs: 500,
      });

    const alerts = (isShort ? DOWN_IN_SHORT_S : DOWN_S) * PER_SECOND;
    await trace(WARM_UP_ALERTS);
    await allNotified();
    const up = await trace(alerts);
    await allNotified();
    sandbox.faults.set({ kind: "hang", venue: "TELEGRAM", operation: "message" });
    const down = await trace(alerts);
    sandbox.faults.reset();
    await allNotified();

    const [p99Up, p99Down] = [percentile(wayMsOf(up), 0.99), percentile(wayMsOf(down), 0.99)];
    reportCase(
      "telegram-down",
      {
        storage,
        downForS: alerts / PER_SECOND,
        perSecond: PER_SECOND,
        alerts: down.length,
        p50Ms: rounded(percentile(wayMsOf(down), 0.5)),
        floor: { p50Ms: rounded(percentile(wayMsOf(up), 0.5)), p99Ms: rounded(p99Up) },
      },
      {
        p99Ms: { is: p99Down, atMost: p99Up + 1 },
        missing: { is: alerts - wayMsOf(down).length, atMost: 0 },
        unnotified: { is: await unnotified(), atMost: 0 },
      },
    );
  });
}
