/** Sends the orders of a replay through the real planner and the real adapters, and reads what became of them. */
import {
  isCancel,
  type Outcome,
  type OrderMessage,
  type CancelMessage,
  type Reason,
  type ReplayOrder,
  signOf,
  type StrategyLimits,
} from "@chartrelay/contract";
import type { Credentials, PlacedOrder, VenueOrder, Venues } from "@chartrelay/venues";
import type { LinkedAccount } from "../accounts/index.ts";
import { messageToSend, type Planned, type PlanOutcome, toVenueOrder, type createPlanner } from "../orders/index.ts";
import type { NewOrderRow } from "../signals/index.ts";
import type { Asked } from "../strategies/index.ts";
import type { ReplayBooks, SentOrder } from "./books.ts";
import type { ReplayClock } from "./clock.ts";
import type { SimulatedMarket } from "./market.ts";

/** A member account as it is at the simulated venue: with a key of the replay's own. */
export interface ReplayAccount {
  readonly account: LinkedAccount;
  readonly key: Credentials;
}

export interface TradingParts {
  readonly venues: Venues;
  readonly accounts: ReadonlyMap<string, ReplayAccount>;
  readonly planner: ReturnType<typeof createPlanner>;
  readonly books: ReplayBooks;
  readonly market: Pick<SimulatedMarket, "order">;
  readonly clock: ReplayClock;
  readonly limits: StrategyLimits;
}

/** What became of an order. It changes when a resting order is filled later. */
export type Result = {
  -readonly [Field in keyof Omit<ReplayOrder, "position" | "target" | "isRounded">]: ReplayOrder[Field];
};

export interface Trading {
  /** Does what an accepted order asks for, as far as that goes at once. */
  trade(order: NewOrderRow): Promise<Result>;
  /** Reads the orders that rest: a price may have reached them. */
  readWorking(): void;
  /** What the last order of each ticker in each account was to do. */
  asked(): readonly Asked[];
}

/** A venue that doesn't answer for so long never will: it is in this process. */
const CALL_TIMEOUT_MS = 10_000;
/** A simulated venue limits requests as the real one does; time is moved on instead of waiting. */
const MOST_TRIES = 20;
const SHORTEST_PAUSE_MS = 100;

const NOTHING_SENT = { direction: null, quantity: null, contract: null, averagePrice: null, sizing: null } as const;

export function createTrading(parts: TradingParts): Trading {
  const { venues, accounts, planner, books, market, clock, limits } = parts;
  const placed = new Map<string, { readonly order: PlacedOrder; readonly result: Result }>();
  const asked = new Map<string, Asked>();
  const timeout = () => clock.timeout(CALL_TIMEOUT_MS);

  /** Repeats what a limit of requests stopped, each time at a later moment. */
  async function inTime<Answer extends { readonly kind: string }>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask();
      if (answer.kind !== "throttled" || tries === MOST_TRIES) return answer;
      const { retryAfterMs = 0 } = answer as Answer & { readonly retryAfterMs?: number };
      clock.moveTo(clock.nowMs() + Math.max(retryAfterMs, SHORTEST_PAUSE_MS));
    }
  }

  const read = ({ id }: SentOrder): void => {
    const known = placed.get(id);
    const order = market.order(id);
    if (!known || !order) return;
    books.count(id, order);
    const { state, averagePrice, filledQuantity } = order;
    const isUnfilled = state === "ended" && signOf(filledQuantity) === 0;
    known.result.averagePrice = averagePrice;
    known.result.outcome = state === "working" ? "working" : isUnfilled ? "refused" : "done";
    known.result.reason = isUnfilled ? "NOTHING_EXECUTED" : null;
  };

  const readWorking = (): void => {
    for (const order of books.working()) read(order);
  };

  const cancelAll = async (orders: readonly SentOrder[], member: ReplayAccount): Promise<void> => {
    for (const order of orders) {
      const known = placed.get(order.id);
      const { executions } = venues[order.venue];
      if (known && executions) await inTime(() => executions.cancel(known.order, member.key, timeout()));
      read(order);
    }
  };

  const planned = async (row: NewOrderRow, member: ReplayAccount, message: OrderMessage): Promise<PlanOutcome> => {
    const { id, accountId, partition, strategyId = null, signalId, instruction } = row;
    if (!instruction) throw new Error("an order of a strategy has an instruction");
    const order = {
      id,
      accountId,
      partition,
      strategyId,
      instruction,
      message,
      ...(signalId !== undefined && { signalId }),
    };
    const ask = () => inTime(() => planner(order, { ...member, limits }));
    const outcome = await ask();
    if (outcome.kind !== "mustWait") return outcome;
    const { cancels = [] } = outcome;
    await cancelAll(
      books.working().filter((each) => cancels.includes(each.id)),
      member,
    );
    readWorking();
    return await ask();
  };

  const place = async (row: NewOrderRow, member: ReplayAccount, message: OrderMessage): Promise<Result> => {
    const { id, accountId, signalId, venue, instruction } = row;
    const { leg = null } = instruction ?? {};
    const refused = (reason: Reason, why?: Planned): Result => {
      books.refuse({ id, signalId, accountId, leg });
      const contract = why?.contract ?? null;
      return { ...NOTHING_SENT, accountId, outcome: "refused", reason, contract, sizing: why?.sizing.record ?? null };
    };
    const plan = await planned(row, member, message);
    note(row, message, "planned" in plan ? plan.planned : undefined);
    if (plan.kind === "mustWait") return refused("CLOSING_NOT_FILLED");
    if (plan.kind === "throttled") return refused(plan.reason);
    if (plan.kind === "rejected") return refused(plan.reason, plan.planned);
    if (plan.kind === "unneeded") {
      const sizing = plan.planned?.sizing.record ?? null;
      return { ...NOTHING_SENT, accountId, outcome: "nothingToDo", reason: plan.reason, sizing };
    }
    const { terms, contract, sizing } = plan.planned;
    if (terms === null) throw new Error("an order that is placed has its terms");
    const { direction, quantity, scale } = terms;
    const sent: SentOrder = {
      id,
      signalId,
      strategyId: row.strategyId ?? "",
      accountId,
      venue,
      ticker: message.ticker.toUpperCase(),
      contract,
      symbol: sizing.symbol,
      direction,
      quantity,
      terms: { type: message.type, price: message.price, triggerPrice: message.triggerPrice },
      isEntry: sizing.isEntry,
      leg,
      isFromFlat: instruction?.from === "0",
      receivedAtUs: clock.nowUs(),
    };
    books.enter(sent, scale);
    const toSend = messageToSend({ message, state: { planned: plan.planned } }) as OrderMessage;
    const order: VenueOrder = toVenueOrder(id, toSend, member.account.allowMargin);
    const outcome = await inTime<Outcome>(() => venues[venue].place(order, member.key, timeout()));
    if (outcome.kind !== "accepted") {
      const reason = outcome.kind === "unknown" ? "OUTCOME_UNKNOWN" : outcome.reason;
      return { ...refused(reason, plan.planned), direction, quantity };
    }
    const result: Result = {
      accountId,
      outcome: "working",
      reason: null,
      direction,
      quantity,
      contract,
      averagePrice: null,
      sizing: sizing.record ?? null,
    };
    placed.set(id, { order: { ...order, venueOrderId: null }, result });
    read(sent);
    return result;
  };

  /** Cancels our working orders, of one ticker or of all, as the message says. */
  const cancel = async (accountId: string, member: ReplayAccount, message: CancelMessage): Promise<Result> => {
    const ticker = "ticker" in message ? message.ticker?.toUpperCase() : undefined;
    const mine = books
      .working()
      .filter((order) => order.accountId === accountId && (ticker === undefined || order.ticker === ticker));
    await cancelAll(mine, member);
    const isNeeded = mine.length > 0;
    return {
      ...NOTHING_SENT,
      accountId,
      outcome: isNeeded ? "done" : "nothingToDo",
      reason: isNeeded ? null : "NOTHING_TO_DO",
    };
  };

  const note = (
    { accountId, venue, instruction }: NewOrderRow,
    { ticker }: OrderMessage,
    plan: Planned | undefined,
  ) => {
    if (!instruction) return;
    const { kind, to, sizing } = instruction;
    const { record } = plan?.sizing ?? {};
    const written = ticker.toUpperCase();
    asked.set(`${accountId} ${written}`, {
      accountId,
      venue,
      ticker: written,
      contract: plan?.contract ?? null,
      kind,
      to,
      sizing,
      after: record?.after ?? null,
      quantityStep: record?.quantityStep ?? null,
    });
  };

  return {
    async trade(row) {
      const { accountId, refusal, message } = row;
      const member = accounts.get(accountId);
      if (!member || !message) throw new Error("a replay trades what it understands, in its own accounts");
      if (refusal) {
        if (!isCancel(message)) note(row, message, undefined);
        return { ...NOTHING_SENT, accountId, outcome: "refused", reason: refusal };
      }
      return isCancel(message) ? await cancel(accountId, member, message) : await place(row, member, message);
    },
    readWorking,
    asked: () => [...asked.values()],
  };
}
