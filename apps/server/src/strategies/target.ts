/**
 * The position that an instruction leads to, before limits and the venue's rules: docs/decisions/sizing.md. It is a
 * position and not a change, so that what rounding, refusals and lost signals have left behind doesn't add up.
 */
import {
  absolute,
  compareDecimals,
  decimalOf,
  difference,
  negated,
  signOf,
  sum,
  type SizingNotice,
  type SizingRule,
} from "@chartrelay/contract";
import { entrySize, sizeRuleOf, type SizedWith, type SizeRule } from "./entry-size.ts";
import { asDecimal, dividedBy, scaled, times, wholeSteps, type Fraction } from "./fraction.ts";
import { closesOnly, type Instruction } from "./instruction.ts";
import type { Stopped } from "./limits.ts";

/** What a strategy holds of one instrument in one account, by its own fills. Quantities are whole steps. */
export interface Held {
  /** Signed. */
  readonly quantity: string;
  /** The unfilled rest of its working orders, each at least 0. */
  readonly working: { readonly buy: string; readonly sell: string };
  /** What was decided when the position was opened; null if that isn't known. */
  readonly scale: Fraction | null;
}

/** Where an instruction leads. */
export interface Target {
  readonly rule: SizingRule;
  readonly value: string | null;
  /** Signed, in whole steps. If the entry was stopped, what is left without it. */
  readonly position: string;
  /** The same before it was rounded. */
  readonly exact: string;
  readonly scale: Fraction | null;
  /** Why nothing may be opened on the way; null if it may. */
  readonly stopped: Stopped | null;
  readonly notices: readonly SizingNotice[];
}

interface Asked {
  readonly instruction: Instruction;
  readonly held: Held;
  readonly step: string;
  readonly canShort: boolean;
  readonly by: SizedWith;
}

/** Returns the position that an instruction leads to from what is held. */
export function targetOf(asked: Asked): Target {
  const { instruction, held, canShort } = asked;
  const { kind, to, leg } = instruction;
  // The reversal has happened already: what is held is what it leads to.
  if (leg === 1 && to !== null && signOf(held.quantity) === signOf(to) && signOf(to) !== 0)
    return { ...flat(held), position: held.quantity, exact: held.quantity };
  if (closesOnly(instruction)) return flat(held);
  if (to === null) return byItself(asked);
  if (signOf(to) < 0 && !canShort) return { ...flat(held), notices: [{ code: "SHORT_NOT_POSSIBLE", values: { to } }] };
  if (isOpening(instruction, held)) return opened(asked, to);
  return kind === "delta" && instruction.from !== null ? changed(asked, to, instruction.from) : followed(asked, to);
}

function flat({ quantity, scale }: Held): Target {
  const notices: readonly SizingNotice[] = signOf(quantity) === 0 ? [{ code: "NOTHING_HELD", values: {} }] : [];
  return { rule: "close", value: null, position: "0", exact: "0", scale, stopped: null, notices };
}

/** Whether the whole position begins with this instruction, so that its size is decided anew. */
function isOpening({ kind, from, to }: Instruction, held: Held): boolean {
  if (isOpposite(from, to)) return true;
  // In delta mode, what is held besides comes from signals that were told as missing: it stays.
  if (kind === "delta" && from !== null) return false;
  return (from !== null && signOf(from) === 0) || onSide(held, signOf(to ?? "0")) === "0";
}

/** Opens the position: whatever was held before is given up. */
function opened({ instruction, held, step, by }: Asked, to: string): Target {
  const { from } = instruction;
  const rule = sizeRuleOf(instruction);
  // A position that TradingView has reduced already is joined with the part that is left of it.
  const isReduced = from !== null && !isOpposite(from, to) && isLarger(from, to);
  const size = entrySize(rule, absolute(isReduced ? from : to), by);
  if (size.kind === "stopped") {
    // What is held on the other side is closed all the same.
    const kept = signOf(held.quantity) === signOf(to) ? held.quantity : "0";
    return { ...stay(rule, held, size), position: kept, exact: kept };
  }
  const scale = dividedBy(size.quantity, absolute(isReduced ? from : to));
  const position = scaled(to, scale, step);
  const exact = exactly(to, scale);
  const stopped = signOf(position) === 0 ? tooSmall(exact, step) : null;
  return { rule: rule.rule, value: rule.value, position, exact, scale, stopped, notices: size.notices };
}

/** In target mode: the position at its scale. An entry that is next in the chain is sized by itself, if its rule is so. */
function followed(asked: Asked, to: string): Target {
  const { instruction, held, step } = asked;
  const rule = sizeRuleOf(instruction);
  const scale = held.scale ?? ownScale(rule);
  // Nobody knows how the position began: it is sized as if it began now.
  if (scale === null) return opened(asked, to);
  const { from } = instruction;
  if (from !== null && rule.isPerEntry && isLarger(to, from) && isAt(held, from, scale, step))
    return entered(asked, to, from);
  const [position, exact] = [scaled(to, scale, step), exactly(to, scale)];
  return { rule: rule.rule, value: rule.value, position, exact, scale, stopped: null, notices: [] };
}

/** In delta mode: what is held, and the change. */
function changed(asked: Asked, to: string, from: string): Target {
  const { instruction, held, step } = asked;
  const rule = sizeRuleOf(instruction);
  const side = signOf(to);
  const isBegun = signOf(from) !== 0 && onSide(held, side) !== "0";
  const grows = isLarger(to, from);
  if (grows && rule.rule !== "multiplier" && (rule.isPerEntry || !isBegun)) return entered(asked, to, from);
  // What TradingView closes here was never opened.
  if (!grows && !isBegun) return { ...stay(rule, held), notices: [{ code: "NOTHING_HELD", values: {} }] };
  const known = (isBegun ? held.scale : null) ?? ownScale(rule);
  // What is held isn't what the scale says: an entry was refused, or filled in part. A part is a part of what is held.
  const isKept = known !== null && (rule.rule === "multiplier" || isAt(held, from, known, step));
  const scale = isKept ? known : { numerator: onSide(held, side), denominator: absolute(from) };
  const change = difference(scaled(to, scale, step), scaled(from, scale, step));
  const before = beforeOrder(held, signOf(change));
  const wanted = sum(before, change);
  const exact = sum(before, difference(exactly(to, scale), exactly(from, scale)));
  const said = { rule: rule.rule, value: rule.value, exact, scale };
  if (grows) {
    const isLost = signOf(change) === 0 && signOf(held.quantity) === 0;
    return { ...said, position: wanted, stopped: isLost ? tooSmall(exact, step) : null, notices: [] };
  }
  // An exit never goes beyond what is held.
  if (signOf(wanted) !== -side) return { ...said, position: wanted, stopped: null, notices: [] };
  const values = { held: absolute(held.quantity), wanted: absolute(change) };
  return { ...said, position: "0", stopped: null, notices: [{ code: "LESS_HELD", values }] };
}

/** Adds an entry of its own size to what is held. */
function entered({ instruction, held, step, by }: Asked, to: string, from: string): Target {
  const rule = sizeRuleOf(instruction);
  const size = entrySize(rule, difference(absolute(to), absolute(from)), by);
  if (size.kind === "stopped") return stay(rule, held, size);
  // A rule for the whole position gives its part to a position that is joined in its middle.
  const part = rule.isPerEntry
    ? size.quantity
    : dividedBy(times(size.quantity, difference(absolute(to), absolute(from))), absolute(to));
  const sign = signOf(to) < 0 ? negated : decimalOf;
  const whole = wholeSteps(part, step);
  const before = beforeOrder(held, signOf(to));
  const position = sum(before, sign(whole));
  return {
    rule: rule.rule,
    value: rule.value,
    position,
    exact: sum(before, sign(asDecimal(part))),
    scale: rule.isPerEntry ? perUnit(position, to) : dividedBy(size.quantity, absolute(to)),
    stopped: signOf(whole) === 0 ? tooSmall(asDecimal(part), step) : null,
    notices: size.notices,
  };
}

/** An order that says nothing of TradingView's position is sized by itself. */
function byItself({ instruction, held, step, canShort, by }: Asked): Target {
  const rule = sizeRuleOf(instruction);
  const size = entrySize(rule, instruction.size.contracts ?? "0", by);
  if (size.kind === "stopped") return stay(rule, held, size);
  const isSale = instruction.side === "SELL";
  const whole = wholeSteps(size.quantity, step);
  const sign = isSale ? negated : decimalOf;
  const before = beforeOrder(held, isSale ? -1 : 1);
  const wanted = sum(before, sign(whole));
  const said = {
    rule: rule.rule,
    value: rule.value,
    exact: sum(before, sign(asDecimal(size.quantity))),
    scale: held.scale,
    stopped: signOf(whole) === 0 ? tooSmall(asDecimal(size.quantity), step) : null,
  };
  if (canShort || !isSale || signOf(wanted) >= 0) return { ...said, position: wanted, notices: size.notices };
  const less: SizingNotice =
    signOf(held.quantity) > 0
      ? { code: "LESS_HELD", values: { held: held.quantity, wanted: whole } }
      : { code: "NOTHING_HELD", values: {} };
  return { ...said, position: "0", notices: [...size.notices, less] };
}

/** Nothing changes. */
function stay({ rule, value }: SizeRule, held: Held, stopped: Stopped | null = null): Target {
  const position = expected(held);
  const why = stopped === null ? null : { reason: stopped.reason, limit: stopped.limit };
  return { rule, value, position, exact: position, scale: held.scale, stopped: why, notices: [] };
}

/** A multiplier is a scale by itself; the other rules have one from the entry on. */
function ownScale({ rule, value }: SizeRule): Fraction | null {
  return rule === "multiplier" ? { numerator: value, denominator: "1" } : null;
}

function tooSmall(wanted: string, step: string): Stopped {
  return { reason: "QUANTITY_TOO_SMALL", limit: { allowed: step, wanted: absolute(wanted) } };
}

/** Whether what is held, and works, is what TradingView's position comes to at that scale. */
function isAt(held: Held, units: string, scale: Fraction, step: string): boolean {
  return compareDecimals(scaled(units, scale, step), expected(held)) === 0;
}

/** What is held once everything that works is filled. */
function expected({ quantity, working }: Pick<Held, "quantity" | "working">): string {
  return difference(sum(quantity, working.buy), working.sell);
}

/**
 * What is held once everything that works on an order's own side is filled. What works on the other side is no part of it:
 * the order trades all of its change, whether or not a price ever reaches the others.
 */
function beforeOrder({ quantity, working }: Held, side: -1 | 0 | 1): string {
  if (side === 0) return expected({ quantity, working });
  return side > 0 ? sum(quantity, working.buy) : difference(quantity, working.sell);
}

/** What is held, or works, on one side; "0" if nothing does. */
function onSide({ quantity, working }: Held, side: -1 | 0 | 1): string {
  if (side === 0) return "0";
  const held = signOf(quantity) === side ? absolute(quantity) : "0";
  return sum(held, side > 0 ? working.buy : working.sell);
}

function isOpposite(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && signOf(from) * signOf(to) < 0;
}

/** Whether one position is larger than the other, whatever their sides. */
function isLarger(one: string, other: string): boolean {
  return compareDecimals(absolute(one), absolute(other)) > 0;
}

/** Null if there is no position on that side to have a scale. */
function perUnit(position: string, units: string): Fraction | null {
  if (signOf(position) !== signOf(units)) return null;
  return { numerator: absolute(position), denominator: absolute(units) };
}

function exactly(units: string, scale: Fraction): string {
  const size = signOf(units) === 0 ? "0" : asDecimal(times(scale, absolute(units)));
  return signOf(units) < 0 ? negated(size) : size;
}
