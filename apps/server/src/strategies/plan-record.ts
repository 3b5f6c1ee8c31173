/** Writes down how an order's quantity came about. */
import type { SizingNotice, SizingRecord } from "@chartrelay/contract";
import { unitAmount, type SizedWith } from "./entry-size.ts";
import { asDecimal } from "./fraction.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Target } from "./target.ts";

const NOTHING_HELD = { quantity: "0", working: { buy: "0", sell: "0" } };

/** What became of an order. */
interface Said extends Partial<Omit<SizingRecord, "notices">> {
  readonly notices: readonly SizingNotice[];
}

/** Returns what an entry is sized with. */
export function sizedWith({ order, price, equity, instrument, account, nowMs }: PlanInput): SizedWith {
  const orderPrice = order.type === "MARKET" ? null : (order.price ?? order.triggerPrice ?? null);
  const { lotSize } = instrument;
  return { price, orderPrice, equity, lotSize, allowMargin: account.allowMargin, nowMs };
}

/** Returns the function that writes down how the order came about, with what became of it. */
export function recorder(input: PlanInput, target: Pick<Target, "rule" | "value" | "scale" | "exact">, by: SizedWith) {
  const { instruction, instrument, price, equity } = input;
  // An order for an account alone has no ledger, unless it goes by positions.
  const holding = input.holding ?? (instruction.kind === "delta" ? null : NOTHING_HELD);
  const unit = unitAmount(by);
  const base: SizingRecord = {
    rule: target.rule,
    value: target.value,
    from: instruction.from,
    to: instruction.to,
    held: holding?.quantity ?? null,
    working: holding?.working ?? NOTHING_HELD.working,
    scale: target.scale && asDecimal(target.scale),
    exact: target.exact,
    quantity: "0",
    closes: "0",
    opens: "0",
    after: holding?.quantity ?? null,
    quantityStep: instrument.quantityStep,
    lotSize: instrument.lotSize,
    minQuantity: instrument.minQuantity ?? null,
    minAmount: price?.minAmount ?? null,
    price: price && (by.orderPrice ?? price.value),
    unitAmount: unit && asDecimal(unit),
    currency: price?.worth?.currency ?? null,
    priceReadAt: price && timeOf(price.readAtMs),
    equity: equity?.amount ?? null,
    equityReadAt: equity && timeOf(equity.readAtMs),
    limit: null,
    notices: [],
  };
  return ({ notices, ...said }: Said): SizingRecord => ({ ...base, ...said, notices: [...notices] });
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
