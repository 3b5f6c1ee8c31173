/**
 * Compares what the user sees of executions, fills and positions with what the simulated markets know. Like oracle.ts, it
 * knows nothing about how the product learns of them.
 */
import {
  compareDecimals,
  difference,
  negated,
  product,
  quotient,
  sum,
  type ExecutionState,
  type OrderDetails,
  type VenueName,
} from "@chartrelay/contract";

/** A row of GET /__sandbox/fills. */
export interface SimulatedFill {
  readonly account: string;
  /** Null: not ours. */
  readonly clientOrderId: string | null;
  readonly tradeId: string;
  readonly side: "BUY" | "SELL";
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
}

/** How an order of ours stands in its market. */
export interface SimulatedOrder {
  readonly clientOrderId: string;
  readonly venue: VenueName;
  readonly isOpen: boolean;
  /** What the venue calls it; several if its answers leave that open. */
  readonly states: readonly ExecutionState[];
}

/** An account's position: what its market says, and what of that its trader traded by hand. */
export interface SimulatedPosition {
  readonly accountId: string;
  readonly quantity: string;
  readonly byHand: string;
}

export interface FillEvidence {
  /** Every order that its venue accepted, as the user sees it. */
  readonly orders: readonly Pick<OrderDetails, "id" | "status" | "execution">[];
  readonly simulated: readonly SimulatedOrder[];
  readonly fills: readonly SimulatedFill[];
  /** What the user sees of positions. */
  readonly positions: readonly { readonly accountId: string; readonly quantity: string; readonly drift: string }[];
  readonly held: readonly SimulatedPosition[];
}

/**
 * `unknown end`: the order ended at the venue, and we say otherwise. `fill lost`, `fill doubled`: by trade id. `fill
 * misstated`: another quantity or price than the venue's; also of the order as a whole, or its state while it works. `fee
 * misstated`: of a fill or of the order. `wrong position`: the position, or the part of it that isn't ours.
 */
export const FILL_VIOLATIONS = [
  "unknown end",
  "fill lost",
  "fill doubled",
  "fill misstated",
  "fee misstated",
  "wrong position",
] as const;

export interface FillViolation {
  readonly kind: (typeof FILL_VIOLATIONS)[number];
  readonly detail: string;
}

/** Digits after the point of the product's average prices. */
const AVERAGE_DIGITS = 10;

/** Judges a run in which nothing has happened for a while. */
export function judgeFills(evidence: FillEvidence): FillViolation[] {
  const ours = new Map(evidence.orders.map((order) => [order.id, order]));
  const fillsOf = Map.groupBy(evidence.fills, ({ clientOrderId }) => clientOrderId ?? "");
  return [
    ...evidence.simulated.flatMap((order) => {
      const own = ours.get(order.clientOrderId);
      const fills = fillsOf.get(order.clientOrderId) ?? [];
      if (!own || isRefused(own, order, fills)) return [];
      return [...judgeEnd(own, order), ...judgeFillsOf(own, order, fills)];
    }),
    ...judgePositions(evidence),
  ];
}

type OwnOrder = FillEvidence["orders"][number];

/** Whether the venue ended it with nothing filled before we knew of it: to its trader that is a refusal, and oracle.ts judges it. */
function isRefused({ status }: OwnOrder, { isOpen }: SimulatedOrder, fills: readonly SimulatedFill[]): boolean {
  return status === "REJECTED" && !isOpen && fills.length === 0;
}

function judgeEnd({ id, execution }: OwnOrder, { venue, states, isOpen }: SimulatedOrder): FillViolation[] {
  if (execution?.state && states.includes(execution.state)) return [];
  const detail = `order ${id} is ${execution?.state ?? "unknown"}, at ${venue} ${states.join(" or ")}`;
  return [{ kind: isOpen ? "fill misstated" : "unknown end", detail }];
}

function judgeFillsOf(
  { id, execution }: OwnOrder,
  { venue }: SimulatedOrder,
  fills: readonly SimulatedFill[],
): FillViolation[] {
  const violations: FillViolation[] = [];
  const found = (kind: FillViolation["kind"], what: string) =>
    violations.push({ kind, detail: `order ${id} at ${venue}: ${what}` });
  const own = Map.groupBy(execution?.fills ?? [], ({ tradeId }) => tradeId);
  for (const { tradeId, quantity, price, fee } of fills) {
    const [mine, ...more] = own.get(tradeId) ?? [];
    own.delete(tradeId);
    const trade = `trade ${tradeId}, ${quantity} at ${price}, fee ${fee}`;
    if (more.length > 0) found("fill doubled", trade);
    if (!mine) found("fill lost", trade);
    else if (!areEqual(mine.quantity, quantity) || !areEqual(mine.price, price))
      found("fill misstated", `${trade}: we say ${mine.quantity} at ${mine.price}`);
    else if (mine.fee !== null && !areEqual(mine.fee, fee))
      found("fee misstated", `${trade}: we say a fee of ${mine.fee}`);
  }
  for (const tradeId of own.keys()) found("fill doubled", `trade ${tradeId}, which its market doesn't know`);

  const filled = total(fills.map(({ quantity }) => quantity));
  if (!areEqual(execution?.filledQuantity ?? "0", filled))
    found("fill misstated", `filled ${execution?.filledQuantity ?? "0"} instead of ${filled}`);
  const value = total(fills.map(({ quantity, price }) => product(quantity, price)));
  const average = fills.length === 0 ? null : quotient(value, filled, AVERAGE_DIGITS);
  const ownAverage = execution?.averagePrice ?? null;
  if ((average === null) !== (ownAverage === null) || (average !== null && !areEqual(ownAverage ?? "0", average)))
    found("fill misstated", `average price ${ownAverage} instead of ${average}`);
  const fee = total(fills.map((each) => each.fee));
  const ownFee = total((execution?.fees ?? []).map(({ amount }) => amount));
  if (!areEqual(ownFee, fee)) found("fee misstated", `fees of ${ownFee} instead of ${fee}`);
  return violations;
}

function judgePositions({ positions, held }: FillEvidence): FillViolation[] {
  return held.flatMap(({ accountId, quantity, byHand }) => {
    const own = positions.filter((each) => each.accountId === accountId);
    const shown = total(own.map((each) => each.quantity));
    const drift = total(own.map((each) => each.drift));
    if (areEqual(shown, quantity) && areEqual(drift, byHand)) return [];
    const detail = `account ${accountId} holds ${shown}, of that by hand ${drift}; at the venue ${quantity} and ${byHand}`;
    return [{ kind: "wrong position", detail } as const];
  });
}

/** Returns what fills add up to; `receivedFee`: whether a buyer's fee is taken from what was bought. */
export function quantityHeld(fills: readonly SimulatedFill[], receivedFee: boolean): string {
  return total(
    fills.map(({ side, quantity, fee }) =>
      side === "SELL" ? negated(quantity) : receivedFee ? difference(quantity, fee) : quantity,
    ),
  );
}

const total = (decimals: readonly string[]): string => decimals.reduce(sum, "0");

const areEqual = (one: string, other: string): boolean => compareDecimals(one, other) === 0;
