/**
 * Plans an order when it is its turn: docs/decisions/sizing.md. Plain functions on decimal strings.
 *
 * What an instruction leads to is a position (target.ts). From what is held, and what works, follows the order: first
 * what it closes, then what it opens. Limits and all other rules stop the opening part only.
 */
import {
  absolute,
  compareDecimals,
  difference,
  product,
  ratio,
  signOf,
  sum,
  type OrderSide,
  type SizingNotice,
} from "@chartrelay/contract";
import { asWritten } from "./as-written.ts";
import { unitAmount, type SizedWith } from "./entry-size.ts";
import { towardsZero } from "./fraction.ts";
import type { Instruction } from "./instruction.ts";
import { stopOf, type Stopped } from "./limits.ts";
import type { Plan, PlanInput, StrategyHolding } from "./plan-input.ts";
import { recorder, sizedWith } from "./plan-record.ts";
import { replacedBy } from "./replaced.ts";
import { targetOf, type Held } from "./target.ts";
import { tradable, wayTo, type Way } from "./way.ts";

const NOTHING_HELD: StrategyHolding = { quantity: "0", working: { buy: "0", sell: "0" }, scale: null, entries: 0 };

/** Returns what to do about an instruction now. */
export function plan(input: PlanInput): Plan {
  const { instruction, instrument } = input;
  if (input.holding === null && instruction.kind === "delta") return asWritten(input);
  const { quantityStep: step } = instrument;
  const given = input.holding ?? NOTHING_HELD;
  const held = { ...given, quantity: tradable(given.quantity, instrument) };
  const by = sizedWith(input);
  const target = targetOf({ instruction, held, step, canShort: instrument.canShort, by });
  const dust: readonly SizingNotice[] =
    compareDecimals(held.quantity, given.quantity) === 0
      ? []
      : [{ code: "DUST_LEFT", values: { quantity: difference(given.quantity, held.quantity) } }];
  const notices = [...input.notices, ...dust, ...target.notices];
  const recordOf = recorder(input, target, by);
  if (instruction.leg === 2 && isOtherSideHeld(instruction, held))
    return { kind: "wait", record: recordOf({ notices }) };

  const way = wayTo(target.position, held);
  const replaced = replacedBy({ instruction, order: input.order, holding: held, position: target.position, way });
  const orderIds = replaced.filter(({ isStuck }) => isStuck !== true).map(({ id }) => id);
  if (orderIds.length > 0) return { kind: "replace", orderIds, record: recordOf({ notices }) };
  // What is held is closed all the same; but whatever opens now might meet the order that wouldn't go.
  if (replaced.length > 0 && way.closes === "0" && way.opens !== "0")
    return { kind: "refused", reason: "CLOSING_NOT_FILLED", record: recordOf({ notices }) };
  if (isFillingAgainst(way, given)) return { kind: "wait", record: recordOf({ notices }) };
  if (way.opposite !== "0") notices.push({ code: "OPPOSITE_WORKING", values: { quantity: way.opposite } });
  const freed = cutToFree(way.closes, way.direction, input);
  notices.push(...freed.notices);
  const { closes } = freed;
  if (freed.isNothingFree)
    return { kind: "refused", reason: "INSUFFICIENT_FUNDS", record: recordOf({ limit: freed.limit, notices }) };

  const stopped = target.stopped ?? (way.opens === "0" ? null : stopOfEntry(input, held, way, by));
  const isCut = stopped === null && way.opens !== "0" && closes !== "0" && input.account.isHedged;
  const opens = stopped === null && !isCut ? way.opens : "0";
  const quantity = sum(closes, opens);
  if (quantity === "0") {
    if (stopped === null) return { kind: "nothing", record: recordOf({ notices }) };
    return { kind: "refused", reason: stopped.reason, record: recordOf({ limit: stopped.limit, notices }) };
  }
  if (stopped !== null) notices.push({ code: "ENTRY_STOPPED", values: { reason: stopped.reason } });
  if (isCut) notices.push({ code: "ENTRY_LEFT", values: { quantity: way.opens } });
  const { direction } = way;
  return {
    kind: "place",
    direction,
    quantity,
    ...(input.account.isHedged && { positionSide: (direction === "BUY") === (opens !== "0") ? "LONG" : "SHORT" }),
    record: recordOf({
      quantity,
      closes,
      opens,
      after: (direction === "BUY" ? sum : difference)(given.quantity, quantity),
      limit: stopped?.limit ?? null,
      notices,
    }),
    scale: target.scale,
    isEntry: opens !== "0",
  };
}

function isOtherSideHeld({ to }: Instruction, { quantity, working }: Held): boolean {
  const side = signOf(to ?? "0");
  return signOf(quantity) === -side || (signOf(side > 0 ? working.buy : working.sell) > 0 && signOf(quantity) !== side);
}

/** Whether market orders of the strategy that aren't filled yet would leave it beyond the position. */
function isFillingAgainst({ direction, closes, opens, opposite }: Way, { filling }: StrategyHolding): boolean {
  if (opposite === "0" || filling === undefined) return false;
  const isNothingElse = closes === "0" && opens === "0";
  const against = direction === "BUY" ? filling.sell : filling.buy;
  return signOf(isNothingElse ? sum(filling.buy, filling.sell) : against) > 0;
}

/** Cuts what is sold at spot to what the account has free. */
function cutToFree(
  closes: string,
  direction: OrderSide,
  { account: { free }, instrument: { canShort, quantityStep } }: PlanInput,
) {
  const uncut = { closes, notices: [] as readonly SizingNotice[], isNothingFree: false, limit: null };
  if (canShort || free === null || direction === "BUY" || closes === "0") return uncut;
  const most = towardsZero(free, quantityStep);
  if (compareDecimals(most, closes) >= 0) return uncut;
  const limit = { allowed: free, wanted: closes };
  const notices: readonly SizingNotice[] = [{ code: "LESS_FREE", values: { free, wanted: closes } }];
  return { closes: most, notices: most === "0" ? [] : notices, isNothingFree: most === "0", limit };
}

/** Returns why nothing may be opened; null if it may. */
function stopOfEntry(input: PlanInput, held: StrategyHolding, way: Way, by: SizedWith): Stopped | null {
  const { instrument, limits, today, nowMs } = input;
  const { minQuantity = "0" } = instrument;
  const traded = sum(way.closes, way.opens);
  if (compareDecimals(traded, minQuantity) < 0)
    return { reason: "QUANTITY_TOO_SMALL", limit: { allowed: minQuantity, wanted: traded } };
  // An order that closes as well is worth more than what it opens; only the venue can say what it makes of that.
  if (way.closes === "0") {
    const least = leastValue(input, traded, by);
    if (least !== null) return least;
  }
  if (limits === null) return null;
  const enlarges = way.closes === "0" && compareDecimals(absolute(way.after), way.opens) > 0;
  const entry = { after: absolute(way.after), enlarges, entries: enlarges ? held.entries : 0 };
  return stopOf(limits, entry, today, nowMs);
}

function leastValue({ price }: PlanInput, quantity: string, by: SizedWith): Stopped | null {
  const unit = unitAmount(by);
  if (unit === null || !price || price.minAmount === null) return null;
  const isEnough = compareDecimals(product(quantity, unit.numerator), product(price.minAmount, unit.denominator)) >= 0;
  if (isEnough) return null;
  const wanted = ratio(product(quantity, unit.numerator), unit.denominator);
  return { reason: "ORDER_VALUE_OUT_OF_LIMITS", limit: { allowed: price.minAmount, wanted } };
}
