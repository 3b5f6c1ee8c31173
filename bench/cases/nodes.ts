/** What more nodes on one database are worth: alerts accepted a second, and orders sent a second, and what ends it. */
import { generate } from "../load/generator.ts";
import { nowMs } from "../product/child.ts";
import { type BusyCores, measureProcessors } from "../product/processor.ts";
import { waitFor } from "../product/wait.ts";
import { reportCase, rounded } from "./figures.ts";
import { onGround, signUpMany, type Ground, type Product } from "./ground.ts";

const API_NODES = 3;
const RELAY_NODES = 2;
/** Over all nodes. */
const CONNECTIONS = 200;
const ACCOUNTS = 1_000;
const WARM_UP_S = 2;
const SECONDS = 5;
/** More than the relay nodes send while they start, and while the measurement lasts. */
const BACKLOG_S = 4;
const SENT_WITHIN_MS = 120_000;
const ACCOUNTS_OF_A_USER = 10;
/**
 * Nobody's order expires while it waits in the backlog. Several nodes look up what they have accepted together of an
 * account's limit: in as many of its user's latest alerts as ten accounts may have in a minute.
 */
const SETTINGS = { LOG_LEVEL: "error", ORDER_MAX_AGE_S: "600", ALERTS_PER_MINUTE: "1200" };
const CROWD = { accounts: ACCOUNTS, accountsOfAUser: ACCOUNTS_OF_A_USER };
const API = { ...SETTINGS, ROLE: "api" };
const RELAY = { ...SETTINGS, ROLE: "relay" };

/** Runs the case and prints its result. On PostgreSQL only: the embedded database serves one process. */
export async function measureNodes(): Promise<void> {
  await onGround("postgres", async (ground) => {
    const first = await ground.product(API);
    const { accounts } = await signUpMany(ground, first, "accepting", CROWD);
    let firstLots = 1;
    /** Posts to all `nodes` at once, as a load balancer would spread it. */
    const hammer = async (nodes: readonly Product[], to: readonly string[], seconds: number) => {
      const results = await Promise.all(
        nodes.map(({ origin }) => {
          firstLots += 1_000_000;
          const connections = Math.floor(CONNECTIONS / nodes.length);
          return generate("hammer", { url: `${origin}/api/v1/orders`, connections, seconds, accounts: to, firstLots });
        }),
      );
      const sum = (of: (result: (typeof results)[number]) => number) =>
        results.reduce((total, result) => total + of(result), 0);
      return {
        acceptsPerS: sum(({ answersPerS }) => answersPerS),
        failed: sum(({ failed }) => failed),
        p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
      };
    };

    const api = [first];
    const accepting = [];
    let failed = 0;
    for (let count = 1; count <= API_NODES; count += 1) {
      if (count > 1) api.push(await ground.node(first, API));
      await hammer(api, accounts, WARM_UP_S);
      const processors = measureProcessors(...api);
      const result = await hammer(api, accounts, SECONDS);
      failed += result.failed;
      accepting.push({
        apiNodes: count,
        acceptsPerS: result.acceptsPerS,
        p99Ms: result.p99Ms,
        busyCores: inShort(processors()),
      });
    }
    for (const node of api) await node.kill();

    // Another database, whose backlog is sent each time.
    const backlog = await ground.product(API);
    const waiting = await signUpMany(ground, backlog, "sending", CROWD);
    const sending = [];
    for (let count = 1; count <= RELAY_NODES; count += 1) {
      await hammer([backlog], waiting.accounts, BACKLOG_S);
      const relays = Array.from({ length: count }, () => ground.node(backlog, RELAY));
      sending.push({ relayNodes: count, ...(await drain(ground, await Promise.all(relays))) });
    }
    reportCase(
      "nodes",
      { storage: "postgres", connections: CONNECTIONS, accounts: ACCOUNTS, accepting, sending },
      { failed: { is: failed, atMost: 0 } },
    );
  });
}

/** Waits until the backlog is sent, from when all `nodes` are ready, and ends them. */
async function drain({ sandbox }: Ground, nodes: readonly Product[]) {
  const count = () => sandbox.ledger.entries().length;
  const processors = measureProcessors(...nodes);
  const [sentBefore, beganMs] = [count(), nowMs()];
  let [sent, endedMs] = [sentBefore, beganMs];
  let cores = processors();
  const isQuiet = () => {
    const now = count();
    if (now === sent) return now > sentBefore || undefined;
    [sent, endedMs, cores] = [now, nowMs(), processors()];
    return undefined;
  };
  await waitFor(isQuiet, { withinMs: SENT_WITHIN_MS, everyMs: 500 });
  await Promise.all(nodes.map((node) => node.kill("SIGTERM")));
  const orders = sent - sentBefore;
  return { orders, ordersPerS: Math.round(orders / ((endedMs - beganMs) / 1_000)), busyCores: inShort(cores) };
}

/** Which resource ends it: the nodes' processes, each at one core at most, the database, or the whole machine. */
function inShort({ product, database, machine, cores }: BusyCores) {
  return { product: rounded(product), database: rounded(database), machine: rounded(machine), cores };
}
