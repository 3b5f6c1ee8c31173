/** Messages with each field right and wrong: sides, types, sizes, prices, times in force, conditions, icebergs. */
import { ORDER_TYPES, STOP_CONDITIONS, TIMES_IN_FORCE } from "@chartrelay/contract";
import type { Fields, RightMessages } from "./right-messages.ts";

type Named = readonly [name: string, fields: Fields];

const FUTURE_SECONDS = 4_102_444_800;

export function fieldMessages({ market, limit }: RightMessages): readonly Named[] {
  /** Returns the right message with each of the values in `field`. */
  const each = (right: Fields, field: string, values: readonly unknown[]): Named[] =>
    values.map((value) => [
      `${String(right["type"])}: ${field} ${JSON.stringify(value)}`,
      { ...right, [field]: value },
    ]);
  const size = Number(market["contracts"]);
  const price = Number(limit["price"]);
  const trigger = { condition: "More", triggerPrice: limit["price"] };
  const stop = { ...limit, ...trigger, type: "stop", price: undefined };
  const stopLimit = { ...limit, ...trigger, type: "stop_limit" };
  const byType: Readonly<Record<string, Fields>> = { MARKET: market, LIMIT: limit, STOP: stop, STOP_LIMIT: stopLimit };
  return [
    ["a market order", market],
    ["a limit order", limit],
    ...each(market, "direction", ["sell", "BUY", " buy ", "hold", "", null, undefined, "{{strategy.order.action}}"]),
    ...each(market, "type", ["MARKET", "limit", "stop-limit", "trailing", undefined]),
    ...each(market, "contracts", [
      String(size),
      size * 3,
      0,
      -1,
      "abc",
      null,
      undefined,
      true,
      [1],
      "{{strategy.order.contracts}}",
      "1,500",
      "1.0000000000000002",
      1.5,
      1.00005,
      0.000000001,
      2_147_483_648,
      "99999999999999999999",
    ]),
    ...each(limit, "price", [
      String(price),
      0,
      -1,
      null,
      undefined,
      "cheap",
      "{{close}}",
      price * 10,
      price / 10,
      price * 1.3,
      price + 0.0005,
      1e-9,
      "99999999999999999999",
    ]),
    ...each(market, "price", [price, price + 0.0005, 0]),
    ...ORDER_TYPES.flatMap((type) => each(byType[type] ?? {}, "timeInForce", TIMES_IN_FORCE)),
    ...each(limit, "timeInForce", ["GTC"]),
    ...STOP_CONDITIONS.flatMap((condition) => each(stop, "condition", [condition])),
    ...STOP_CONDITIONS.flatMap((condition) => each(stopLimit, "condition", [condition])),
    ...each(stop, "condition", ["Above", undefined]),
    ...each(stop, "triggerPrice", [undefined, 0, price + 0.0005, price * 10]),
    ...each(stop, "stopEndUnixTime", [0, 1_000, FUTURE_SECONDS, FUTURE_SECONDS * 1_000, "soon"]),
    ...each(stop, "activate", [false, "true", "perhaps"]),
    ...each(limit, "condition", ["More"]),
    ...each(market, "triggerPrice", [price]),
    ...each(limit, "icebergFixed", [1, 1.5, 999_999_999]),
    ...each(market, "icebergFixed", [1]),
    ...each(limit, "icebergVariance", [10]),
    ...each({ ...limit, icebergFixed: 1 }, "icebergVariance", [20]),
    ...each(market, "positionSide", ["LONG", "SHORT", "BOTH"]),
    ...each(market, "account", ["nobody", undefined, null, 12_345, ` ${String(market["account"])} `]),
  ];
}
