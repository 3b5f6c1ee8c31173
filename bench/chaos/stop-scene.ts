/** The accounts of a stop's seed: what is opened in them by hand and by us, the alerts that go on, and what is left. */
import { setTimeout as delay } from "node:timers/promises";
import { ordersOf, type Trader } from "../product/trader.ts";
import { alertBody, instrumentAt, type VenueKey } from "../product/venue-keys.ts";
import { heldBy, placeByHand, restingPrice, stepAt } from "../product/venue-market.ts";
import { waitFor } from "../product/wait.ts";
import type { Stage } from "./stage.ts";
import type { StoppedAccount } from "./stop-oracle.ts";
import type { StopPlan } from "./stop-plan.ts";
import type { Proxy } from "./tradingview.ts";

/** Worth enough at every venue. */
const LOTS = 1_000;
const ALERT_EVERY_MS = 40;
const SETTLED_WITHIN_MS = 60_000;

/** What an account's trader has by hand, as its venue says. */
export interface ByHand {
  readonly held: string;
  readonly orders: number;
}
export const NOTHING_BY_HAND: ByHand = { held: "0", orders: 0 };

export interface Scene {
  readonly keys: readonly VenueKey[];
  readonly trader: Trader;
  readonly proxy: Proxy;
}

/** Trades by hand, then by alerts, and settles once the user sees all of it. */
export async function openPositions(
  stage: Stage,
  { accounts }: StopPlan,
  { keys, trader, proxy }: Scene,
): Promise<ByHand[]> {
  const { sandbox } = stage;
  const byHand = keys.map((key, index): ByHand => {
    const { byHand: lots = 0, hasOrderByHand = false } = accounts[index] ?? {};
    const market = sandbox.market(key.venue, key.environment);
    const order = { account: key.account, instrument: instrumentAt(key.venue), side: "BUY" } as const;
    if (lots > 0) market.trade({ ...order, quantity: String(lots) });
    if (hasOrderByHand) placeByHand(sandbox, key, LOTS);
    return { held: heldBy(sandbox, key), orders: hasOrderByHand ? 1 : 0 };
  });
  for (const [index, { venue }] of keys.entries()) {
    const account = trader.accounts[index] ?? "";
    await proxy.post(alertBody(account, LOTS, venue));
    await proxy.post(alertBody(account, LOTS + 1, venue, { side: "BUY", price: restingPrice(sandbox, venue) }));
  }
  const isOpen = async () => {
    const states = (await ordersOf(stage.origins[0] ?? "", trader)).map(({ execution }) => execution?.state);
    const count = (state: string) => states.filter((each) => each === state).length;
    return (count("filled") === keys.length && count("working") === keys.length) || undefined;
  };
  if (!(await waitFor(isOpen, { withinMs: SETTLED_WITHIN_MS }))) throw new Error("the positions were never open");
  return byHand;
}

/** Posts alerts to the accounts in turn, whatever becomes of them. */
export function startAlerts(
  proxy: Proxy,
  { accounts }: Trader,
  keys: readonly VenueKey[],
): { stop(): Promise<number> } {
  const stopping = new AbortController();
  let posted = 0;
  const posting = (async () => {
    for (; !stopping.signal.aborted; posted += 1) {
      const index = posted % keys.length;
      void proxy.post(alertBody(accounts[index] ?? "", 2 * LOTS + posted, keys[index]?.venue)).catch(() => undefined);
      await delay(ALERT_EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await posting;
      return posted;
    },
  };
}

/** Returns what an account holds now, and what works there, by its venue. */
export function stoppedAccount({ sandbox }: Stage, key: VenueKey, byHand: ByHand): StoppedAccount {
  const market = sandbox.market(key.venue, key.environment);
  const working = market.ordersOf(key.account).filter(({ state }) => state === "working" || state === "waiting");
  const ours = working.filter(({ clientOrderId }) => clientOrderId !== null);
  return {
    account: `${key.venue} ${key.account.slice(0, 8)}`,
    held: heldBy(sandbox, key),
    byHand: byHand.held,
    step: stepAt(sandbox, key),
    working: ours.length,
    lostByHand: byHand.orders - (working.length - ours.length),
  };
}
