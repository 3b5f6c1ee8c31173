/** A strategy in a running server, and signals of it as the accepting commit stores them: for tests of what the queue does. */
import type { OrderDetails, Sizing, StrategyLimits, VenueName } from "@chartrelay/contract";
import { v7 as uuidv7 } from "uuid";
import { eventually } from "../../../../../scripts/eventually.ts";
import type { TestServer } from "../../../test/server.ts";
import type { Trader } from "../../../test/trader.ts";
import { VENUE_KITS } from "../../../test/venue-kit.ts";
import { partitionOf } from "../../cluster/queue.ts";
import { systemClock } from "../../platform/clock.ts";
import { monotonicMicros } from "../../platform/db/age.ts";
import { acceptSignals } from "../../signals/index.ts";
import { signalOf } from "../../signals/signal.fixture.ts";
import { type Instruction, ledgerOf } from "../../strategies/index.ts";
import { storeStrategy } from "../../strategies/stored-strategy.fixture.ts";

const NO_LIMITS: StrategyLimits = {
  maxPosition: null,
  maxOrdersPerDay: null,
  maxDailyLoss: null,
  maxDailyDrawdown: null,
  pyramiding: null,
  tradingHours: null,
  timeZone: "Europe/Moscow",
};

/** What a signal asks for; with a limit price of its own, if it isn't the strategy's. */
type Given = Partial<Instruction> & { readonly limitPrice?: string | null };

export interface StrategyWorld {
  readonly id: string;
  /** Stores a signal with an order for the strategy's account, or with two of a reversal, and hands it to its queue. */
  signal(given: Given, legs?: readonly (1 | 2)[]): Promise<readonly string[]>;
  /** Stores a signal whose order waits until another one is handed to the account's queue. */
  store(given: Given, legs?: readonly (1 | 2)[]): Promise<readonly string[]>;
  /** Waits until an order has ended, and all that it fills is known. */
  settled(orderId: string): Promise<OrderDetails>;
  /** Does both with one order, and returns it. */
  trade(given: Given): Promise<OrderDetails>;
  /** What the strategy holds of the market's instrument. */
  held(): Promise<string>;
  order(orderId: string): Promise<OrderDetails>;
  /** The entries of its log, oldest first. */
  logged(): Promise<readonly string[]>;
}

export interface StrategyOptions {
  readonly venue: VenueName;
  readonly limits?: Partial<StrategyLimits>;
  readonly sizing?: Sizing;
  readonly ticker?: string;
  /** The price of its orders, if they are limit orders; market by default. */
  readonly limitPrice?: string;
}

/** Orders in it are in no queue: they wait for their instructions, and for those that are to be queued with them. */
const NOBODYS = -1;

/** Gives a trader a strategy with the trader's account as its member. */
export async function giveStrategy(
  server: TestServer,
  trader: Trader,
  { venue, limits, sizing = { kind: "multiplier", value: "1" }, ticker: other, limitPrice }: StrategyOptions,
): Promise<StrategyWorld> {
  const { database } = server.parts;
  const { accountId, user } = trader;
  const partition = partitionOf(accountId);
  const ticker = other ?? String(VENUE_KITS[venue].market["ticker"]);
  const roll = { daysBeforeExpiry: 0, onDisagreement: "refuse" };
  const id = await storeStrategy(database, user.id, { limits: { ...NO_LIMITS, ...limits }, roll });

  async function store(
    { limitPrice: at = limitPrice ?? null, ...given }: Given,
    legs: readonly (1 | 2)[] = [],
  ): Promise<readonly string[]> {
    const signalId = uuidv7();
    const base = signalOf(signalId, systemClock, { id: signalId, accountId });
    const instructions = legs.length === 0 ? [{ leg: null }] : legs.map((leg) => ({ leg }));
    const [first] = base.orders;
    const orders = instructions.map(() => ({ ...first!, id: uuidv7(), userId: user.id, venue, partition: NOBODYS }));
    const acceptor = {
      node: 1,
      monotonicUs: monotonicMicros(systemClock.monotonicMs()),
      lostUnmarked: [],
      released: [],
    };
    await acceptSignals(database.journal, acceptor, [{ ...base, userId: user.id, orders }], systemClock);
    for (const [place, { id: orderId }] of orders.entries()) {
      const instruction: Instruction = {
        kind: "target",
        ticker,
        side: null,
        from: null,
        to: null,
        traded: null,
        size: {},
        sizing,
        roll: null,
        signalPrice: null,
        currentContract: null,
        leg: null,
        ...given,
        ...instructions[place],
      };
      await database.query(
        `update orders set instruction = $2::jsonb, strategy_id = $3, direction = null, quantity = null, ticker = $4,
           type = $5, open = $6, extras = '{}' where id = $1`,
        [orderId, JSON.stringify(instruction), id, instruction.ticker, at === null ? "MARKET" : "LIMIT", at],
      );
    }
    return orders.map((order) => order.id);
  }

  const signal: StrategyWorld["signal"] = async (given, legs) => {
    const ids = await store(given, legs);
    const release = "update orders set partition = $2::int where account_id = $1 and partition = $3::int";
    await database.query(release, [accountId, partition, NOBODYS]);
    await server.app.http.orders.queues.catchUp([{ queue: accountId, partition }]);
    return ids;
  };

  const order = async (orderId: string) => (await user.api.get(`/orders/me/${orderId}`)).body as OrderDetails;
  const settled = (orderId: string) =>
    eventually(
      async () => {
        const found = await order(orderId);
        const isDone = found.status !== "NEW" && (found.execution === null || found.execution.state !== "working");
        if (!isDone) throw new Error(`the order is ${found.stage}, ${found.execution?.state}`);
        return found;
      },
      { timeout: 40_000, interval: 100 },
    );
  return {
    id,
    store,
    signal,
    order,
    settled,
    async logged() {
      const rows = await database.query<{ entry: string }>(
        `select concat_ws(' ', kind, details ->> 'ticker', details ->> 'reason') as entry from strategy_log
         where strategy_id = $1 order by seq`,
        [id],
      );
      return rows.map(({ entry }) => entry);
    },
    trade: async (instruction) => await settled((await signal(instruction))[0]!),
    async held() {
      const ledger = await ledgerOf(database.journal, { strategyId: id, accountId, partition });
      return ledger.find(({ quantity }) => quantity !== "0")?.quantity ?? "0";
    },
  };
}
