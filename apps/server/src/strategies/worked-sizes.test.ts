/** Each row of worked-sizes.csv, which worked-sizes.py writes without any of our code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OrderSide, SizingKind, StrategyLimits, VenueName } from "@chartrelay/contract";
import { expect, test } from "vitest";
import type { Instruction } from "./instruction.ts";
import type { PlanInput } from "./plan-input.ts";
import { plan } from "./plan.ts";

type Row = Readonly<Record<string, string>>;

const [head = "", ...lines] = readFileSync(join(import.meta.dirname, "worked-sizes.csv"), "utf8")
  .trim()
  .split("\n");
const columns = head.split(",");
const rows: readonly Row[] = lines.map((line, index) => {
  const cells = line.split(",");
  const row: Row = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  return { ...row, line: String(index + 2) };
});

const NOW = Date.parse("2026-11-24T10:00:00Z");
const NO_LIMITS: StrategyLimits = {
  maxPosition: null,
  maxOrdersPerDay: null,
  maxDailyLoss: null,
  maxDailyDrawdown: null,
  pyramiding: null,
  tradingHours: null,
  timeZone: "Europe/Moscow",
};

const orNull = (cell = "") => (cell === "" ? null : cell);

function inputOf(row: Row): PlanInput {
  const { venue, lot = "", step = "", minQuantity, minAmount, price = "", worth = "", per = "", currency = "" } = row;
  const size = Object.fromEntries(
    (["contracts", "money", "equityPercent"] as const).flatMap((name) => (row[name] ? [[name, row[name]]] : [])),
  );
  const instruction: Instruction = {
    kind: row["kind"] as Instruction["kind"],
    ticker: "TICKER",
    side: orNull(row["side"]) as OrderSide | null,
    from: orNull(row["from"]),
    to: orNull(row["to"]),
    traded: null,
    size,
    sizing: { kind: row["sizing"] as SizingKind, value: row["value"] ?? "" },
    roll: null,
    signalPrice: null,
    currentContract: null,
    leg: row["leg"] ? (Number(row["leg"]) as 1 | 2) : null,
  };
  const kind = row["worthKind"] as "price" | "clean-price" | "contract";
  return {
    instruction,
    order: { type: "MARKET" },
    holding: {
      quantity: row["held"] ?? "",
      working: { buy: row["buys"] ?? "", sell: row["sells"] ?? "" },
      scale: row["scale"] ? { numerator: row["scale"], denominator: row["scaleUnits"] ?? "" } : null,
      entries: Number(row["entries"]),
    },
    instrument: {
      lotSize: lot,
      quantityStep: step,
      ...(minQuantity && { minQuantity }),
      canShort: (venue as VenueName) !== "BINANCE_SPOT",
    },
    account: { allowMargin: row["margin"] === "yes", isHedged: row["hedged"] === "yes", free: orNull(row["free"]) },
    price: { value: price, worth: { value: worth, per, currency, kind }, minAmount: orNull(minAmount), readAtMs: NOW },
    equity: row["equity"] ? { amount: row["equity"], currency, readAtMs: NOW } : null,
    limits: {
      ...NO_LIMITS,
      maxPosition: orNull(row["maxPosition"]),
      pyramiding: row["pyramiding"] ? Number(row["pyramiding"]) : null,
    },
    today: null,
    notices: [],
    nowMs: NOW,
  };
}

test("the table has 200 cases at least, of all four venues and all rules", () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(new Set(rows.map(({ venue }) => venue)).size).toBe(4);
  expect(new Set(rows.map(({ sizing }) => sizing)).size).toBe(4);
});

test.each(rows)("line $line: $about ($kind, $sizing $value, $from to $to, $held held)", (row) => {
  const planned = plan(inputOf(row));
  const { kind, record } = planned;
  expect({
    result: kind,
    direction: kind === "place" ? planned.direction : "",
    quantity: kind === "place" ? planned.quantity : "",
    closes: kind === "place" ? record.closes : "",
    opens: kind === "place" ? record.opens : "",
    reason: kind === "refused" ? planned.reason : "",
    positionSide: kind === "place" ? (planned.positionSide ?? "") : "",
  }).toEqual({
    result: row["result"],
    direction: row["direction"],
    quantity: row["quantity"],
    closes: row["closes"],
    opens: row["opens"],
    reason: row["reason"],
    positionSide: row["positionSide"],
  });
  if (kind === "place") expect(record.quantity).toBe(planned.quantity);
});
