/** Orders for an account alone, without a ledger. */
import { absolute, signOf, type SizingRule } from "@chartrelay/contract";
import { entrySize, sizeRuleOf } from "./entry-size.ts";
import { asDecimal, wholeSteps } from "./fraction.ts";
import type { Plan, PlanInput } from "./plan-input.ts";
import { recorder, sizedWith } from "./plan-record.ts";

/** Plans what the message says, or what its money buys. Nobody knows what of it closes, so nothing is cut or stopped. */
export function asWritten(input: PlanInput): Plan {
  const { side, size, traded } = input.instruction;
  const direction = side ?? (signOf(traded ?? "0") < 0 ? "SELL" : "BUY");
  if (size.money !== undefined || size.equityPercent !== undefined) return ofMoney(input, direction);
  const quantity = size.contracts ?? absolute(traded ?? "0");
  const recordOf = recorder(input, said("written", null, quantity), sizedWith(input));
  const record = recordOf({ quantity, opens: quantity, notices: input.notices });
  return { kind: "place", direction, quantity, record, scale: null, isEntry: true };
}

function ofMoney(input: PlanInput, direction: "BUY" | "SELL"): Plan {
  const { instruction, instrument, notices } = input;
  const by = sizedWith(input);
  const rule = sizeRuleOf(instruction);
  const size = entrySize(rule, "0", by);
  if (size.kind === "stopped") {
    const record = recorder(input, said(rule.rule, rule.value, "0"), by)({ limit: size.limit, notices });
    return { kind: "refused", reason: size.reason, record };
  }
  const exact = asDecimal(size.quantity);
  const recordOf = recorder(input, said(rule.rule, rule.value, exact), by);
  const quantity = wholeSteps(size.quantity, instrument.quantityStep);
  if (quantity === "0") {
    const limit = { allowed: instrument.quantityStep, wanted: exact };
    return { kind: "refused", reason: "QUANTITY_TOO_SMALL", record: recordOf({ limit, notices }) };
  }
  const record = recordOf({ quantity, opens: quantity, notices: [...notices, ...size.notices] });
  return { kind: "place", direction, quantity, record, scale: null, isEntry: true };
}

function said(rule: SizingRule, value: string | null, exact: string) {
  return { rule, value, exact, scale: null };
}
