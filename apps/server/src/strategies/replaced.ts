/** Which resting orders a newer position replaces: docs/decisions/sizing.md, What rests. */
import { difference, type OrderSide, signOf, sum } from "@chartrelay/contract";
import type { Instruction } from "./instruction.ts";
import type { OrderTerms, RestingOrder, StrategyHolding } from "./plan-input.ts";
import type { Way } from "./way.ts";

interface Asked {
  readonly instruction: Pick<Instruction, "kind" | "from" | "to" | "leg">;
  readonly order: OrderTerms;
  readonly holding: Pick<StrategyHolding, "quantity" | "working" | "resting">;
  /** Where the instruction leads, and the way there with everything that works. */
  readonly position: string;
  readonly way: Pick<Way, "direction" | "closes" | "opens">;
}

/**
 * Returns the orders that must end before an instruction is carried out: those on the other side, which would trade beyond
 * the position once a price reaches them, and those on its own side at other terms, whose price is out of date. An order
 * on the way at the same terms stays, and only what it lacks is added. A change in delta mode replaces nothing.
 */
export function replacedBy({ instruction, order, holding, position, way }: Asked): readonly RestingOrder[] {
  const { resting = [] } = holding;
  if (resting.length === 0 || !leadsToPosition(instruction)) return [];
  const { leg, to } = instruction;
  const side = signOf(to ?? "0");
  // A first leg that has nothing to close leaves what rests on the way to the second.
  if (leg === 1 && signOf(holding.quantity) !== -side)
    return resting.filter(({ direction }) => direction === (side > 0 ? "SELL" : "BUY"));
  const against = sideAgainst(position, holding, way);
  return resting.filter((one) => one.direction === against || !hasSameTerms(one, order));
}

/** Whether an instruction says where to go, and not only what to change. */
function leadsToPosition({ kind, from, to }: Asked["instruction"]): boolean {
  if (kind !== "delta") return true;
  if (to === null) return false;
  return signOf(to) === 0 || (from !== null && signOf(from) * signOf(to) < 0);
}

/** Returns the side whose orders lead away from the position, or beyond it; null if none does. */
function sideAgainst(
  position: string,
  { quantity, working }: Asked["holding"],
  { direction, closes, opens }: Asked["way"],
): OrderSide | null {
  if (closes !== "0" || opens !== "0") return direction === "BUY" ? "SELL" : "BUY";
  const beyond = signOf(difference(difference(sum(quantity, working.buy), working.sell), position));
  return beyond === 0 ? null : beyond > 0 ? "BUY" : "SELL";
}

function hasSameTerms(one: OrderTerms, other: OrderTerms): boolean {
  return (
    one.type === other.type && isSamePrice(one.price, other.price) && isSamePrice(one.triggerPrice, other.triggerPrice)
  );
}

function isSamePrice(one: OrderTerms["price"], other: OrderTerms["price"]): boolean {
  return one && other ? signOf(difference(one, other)) === 0 : !one && !other;
}
