/**
 * The check's verdict on a message is what the relay then does with it: two hundred messages at eight accounts. `npm test`
 * tries each message at two accounts, one of them at a venue in turn; `npm run test:all` tries all at all.
 */
import { VENUES, type Order, type OrderVerdict, type Page, type Reason, type VenueName } from "@chartrelay/contract";
import { startSandbox } from "@chartrelay/sandbox";
import { afterAll, expect, inject, test } from "vitest";
import type { Answer } from "../../test/api.ts";
import { traderMessages, type TraderMessage } from "../../test/messages/index.ts";
import { startServer } from "../../test/server.ts";
import { linkTrader, type Trader, type TraderOptions } from "../../test/trader.ts";

const MESSAGES = 200;
const ACCOUNTS = 8;

/** An hour's worth of orders arrives within seconds here; the venue would throttle that many. */
const rateLimits = [
  { rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 100_000 },
  { rateLimitType: "ORDERS", interval: "DAY", intervalNum: 1, limit: 200_000 },
] as const;
const sandbox = await startSandbox({ binanceSpot: { rateLimits }, binanceFutures: { rateLimits } });
afterAll(() => sandbox.close());
const server = await startServer({
  sandbox,
  settings: { ALERTS_PER_MINUTE: "1000", TRUST_PROXY: "on", LOG_LEVEL: "error" },
});

interface Circumstance extends TraderOptions {
  readonly name: string;
  readonly venue: VenueName;
  /** What happens to the account once it is linked. */
  readonly onceLinked?: (trader: Trader) => Promise<unknown>;
  /** Whether any of its orders can be sent. */
  readonly trades: boolean;
}
const save = (change: object) => (trader: Trader) =>
  trader.user.api.post("/accounts/me/list", [{ id: trader.account, ...change }]);
const CIRCUMSTANCES: readonly Circumstance[] = [
  { name: "Alor", venue: "ALOR_BROKER", trades: true },
  { name: "T-Invest", venue: "TINKOFF", trades: true },
  { name: "Binance spot", venue: "BINANCE_SPOT", trades: true },
  { name: "Binance futures", venue: "BINANCE_FUTURES", trades: true },
  { name: "Alor, live", venue: "ALOR_BROKER", environment: "live", trades: true },
  { name: "T-Invest, paused", venue: "TINKOFF", onceLinked: save({ isPaused: true }), trades: false },
  {
    name: "Binance spot, live, without PRO",
    venue: "BINANCE_SPOT",
    environment: "live",
    onceLinked: losePro,
    trades: false,
  },
  { name: "an account that is gone", venue: "ALOR_BROKER", onceLinked: save({ isDeleted: true }), trades: false },
];

/**
 * Whether a message is tried at an account, by their numbers: the first four accounts are one at each venue, and the
 * others each have something special. Messages with ids make sense together only.
 */
const isTried = ({ body }: TraderMessage, message: number, account: number) =>
  inject("cells") === "all" || message % VENUES.length === account % VENUES.length || body.includes('"id":');

/** Lets PRO expire, as it would with time. */
async function losePro({ user }: Trader): Promise<void> {
  await server.parts.database.query(
    "update subscriptions set pro_until = now() - interval '1 hour' where user_id = $1",
    [user.id],
  );
}

/** What the check said about one message, and what the relay answered to it. */
interface Posted {
  readonly message: TraderMessage;
  readonly said: OrderVerdict;
  readonly answer: Answer;
  /** Whether the answer names an order of an earlier message. */
  readonly isResend: boolean;
}

/** Checks and then posts each message, one after another: an id that one message uses is used for the next. */
async function postAll(trader: Trader, messages: readonly TraderMessage[], from: string): Promise<Posted[]> {
  const posted: Posted[] = [];
  const orders = new Set<string>();
  for (const [index, message] of messages.entries()) {
    // The number of checks per address and minute is limited, so each address here makes a hundred.
    const headers = { "content-type": message.contentType, "x-forwarded-for": `${from}.${Math.floor(index / 100)}` };
    const { body: said } = await trader.user.api.post("/orders/validate", message.body, headers);
    const answer = await trader.alert(message.body, headers);
    posted.push({ message, said, answer, isResend: orders.has(answer.body.id) });
    if (answer.status === 200) orders.add(answer.body.id);
  }
  return posted;
}

/** Returns the account's orders by id, once all have ended. */
async function endedOrders({ user, ended }: Trader): Promise<ReadonlyMap<string, Order>> {
  await ended(0);
  const pages = await Promise.all(
    [0, 1, 2].map(async (page) => (await user.api.get(`/orders/me/list?size=100&page=${page}`)).body as Page<Order>),
  );
  const orders = pages.flatMap(({ content }) => content);
  expect(orders.filter(({ status }) => status === "NEW")).toEqual([]);
  return new Map(orders.map((order) => [order.id, order]));
}

/** Returns in a word what the relay would do according to the check. */
function predicted({ problems, objections, resendOf }: OrderVerdict): string {
  if (problems.some(({ code }) => code === "unknown_account")) return "unknown_account";
  if (problems.length > 0) return "bad_message";
  if (resendOf) return `as ${resendOf.id}`;
  return objections[0]?.code ?? "CREATED";
}

/** Returns in the same words what the relay did. */
function done({ answer: { status, body }, isResend }: Posted, orders: ReadonlyMap<string, Order>): string {
  if (status === 409) return "IDEMPOTENCY_KEY_REUSED";
  if (status !== 200) return body.code;
  if (isResend) return `as ${body.id}`;
  const order = orders.get(body.id);
  // To close what isn't held is done at once, which is a success: only the account's ledger knew that.
  if (order?.status === "CREATED" && order.reason === "NOTHING_TO_DO") return "CREATED";
  return order?.reason ?? order?.status ?? "vanished";
}

const codes = (problems: readonly { readonly code: string; readonly field: string }[] = []) =>
  problems.map(({ code, field }) => `${code} ${field}`);

test(
  "the check predicts what the relay does with 200 messages at 8 accounts: 0 differences",
  { timeout: 90_000 },
  async () => {
    const compared: { account: string; words: string; difference?: object }[] = [];
    await Promise.all(
      CIRCUMSTANCES.map(async ({ name, onceLinked, trades, ...options }, index) => {
        const trader = await linkTrader(server, options);
        await onceLinked?.(trader);
        const messages = traderMessages(trader.account, options.venue);
        expect(messages).toHaveLength(MESSAGES);
        const tried = messages.filter((message, number) => isTried(message, number, index));
        const posted = await postAll(trader, tried, `10.0.${index}`);
        const orders = await endedOrders(trader);
        for (const one of posted) {
          const [said, did] = [predicted(one.said), done(one, orders)];
          const order = orders.get(one.answer.body.id);
          const isSame = said === did || (said === "CREATED" && isLeftOpen(one.said, order));
          const problems = [codes(one.said.problems), codes(one.answer.body.problems)];
          const isExplained = did !== "bad_message" || String(problems[0]) === String(problems[1]);
          const difference = { message: one.message.name, said, did, problems };
          compared.push({ account: name, words: did, ...(!(isSame && isExplained) && { difference }) });
        }
      }),
    );
    expect(compared.flatMap(({ account, difference }) => (difference ? { account, ...difference } : []))).toEqual([]);
    expect(CIRCUMSTANCES).toHaveLength(ACCOUNTS);
    // If an account accepted nothing, or refused nothing, the comparison would prove nothing.
    const atLeast = inject("cells") === "all" ? MESSAGES : MESSAGES / VENUES.length;
    for (const { name, trades } of CIRCUMSTANCES) {
      const words = compared.filter(({ account }) => account === name).map(({ words }) => words);
      expect.soft([name, words.includes("CREATED")]).toEqual([name, trades]);
      expect.soft(words.length).toBeGreaterThanOrEqual(atLeast);
    }
  },
);

/** The refusals that a venue gives only when an order is placed, by what the check says it left open. */
const LEFT_OPEN: Readonly<Record<string, readonly (Reason | null)[]>> = {
  MONEY_UNTRIED: ["INSUFFICIENT_FUNDS", "NOTHING_EXECUTED"],
  ORDER_UNTRIED: [
    "INSUFFICIENT_FUNDS",
    "NOTHING_EXECUTED",
    "PRICE_OUT_OF_LIMITS",
    "MARKET_CLOSED",
    "ORDER_VALUE_OUT_OF_LIMITS",
  ],
};

/** Whether the check said that it left open the reason for which the venue then refused the order. */
function isLeftOpen({ unchecked }: OrderVerdict, order: Order | undefined): boolean {
  const isVenuesWord = order?.status === "REJECTED" && order.timeline.answered !== null;
  return isVenuesWord && (LEFT_OPEN[unchecked?.code ?? ""]?.includes(order.reason) ?? false);
}
