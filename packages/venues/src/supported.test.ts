import {
  ALOR,
  isFieldSupported,
  ORDER_MESSAGE_FIELDS,
  ORDER_TYPES,
  TIMES_IN_FORCE,
  VENUE_MANIFESTS,
  type OrderMessage,
  type OrderType,
  type TimeInForce,
} from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { FIFTH_VENUE } from "../../contract/src/venues/fifth-venue.fixture.ts";
import { orderRequest as alorRequest } from "./alor/order-request.ts";
import { checkMessage as checkBinance } from "./binance/order-request.ts";
import { NotSent } from "./not-sent.ts";
import { checkSupported } from "./supported.ts";
import { orderRequest as tinkoffRequest } from "./tinkoff/order-request.ts";

const EVERY_FIELD: Required<OrderMessage> = {
  account: "t2n70r",
  ticker: "SBER",
  direction: "BUY",
  type: "MARKET",
  contracts: "10",
  price: "270",
  timeInForce: "oneday",
  icebergFixed: "2",
  icebergVariance: "5",
  condition: "More",
  stopEndUnixTime: "0",
  triggerPrice: "271",
  activate: false,
  positionSide: "LONG",
  id: "one",
};

function refusalOf(check: () => unknown): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return [error.outcome.reason, error.field];
  }
}

describe.each([...VENUE_MANIFESTS, FIFTH_VENUE])("at $name", (venue) => {
  test.each(ORDER_TYPES)("%s: each field that isn't listed is refused by name, and no other", (type) => {
    const { account, ticker, direction, contracts } = EVERY_FIELD;
    for (const field of ORDER_MESSAGE_FIELDS.filter((name) => name !== "type")) {
      const message = { account, ticker, direction, contracts, [field]: EVERY_FIELD[field], type };
      const refusal = refusalOf(() => checkSupported(message, venue));
      if (!(type in venue.supports)) expect(refusal).toEqual(["ORDER_TYPE_NOT_SUPPORTED", undefined]);
      else if (isFieldSupported(venue, type, field)) expect(refusal).toBeUndefined();
      else expect(refusal).toEqual(["FIELD_NOT_SUPPORTED", field]);
    }
  });
});

test("a field that isn't an order's at all is refused, not dropped: a size in money is a strategy's to work out", () => {
  const { account, ticker, direction, contracts, type } = EVERY_FIELD;
  const message = { account, ticker, direction, contracts, type, money: "5000" };
  expect(refusalOf(() => checkSupported(message, ALOR))).toEqual(["FIELD_NOT_SUPPORTED", "money"]);
});

test("of several fields one is named: at Alor a stop's field first, elsewhere an iceberg's", () => {
  const venue = { supports: { MARKET: [] } };
  expect(refusalOf(() => checkSupported(EVERY_FIELD, venue))).toEqual(["FIELD_NOT_SUPPORTED", "icebergFixed"]);
  expect(refusalOf(() => checkSupported(EVERY_FIELD, venue, ALOR.supports.STOP))).toEqual([
    "FIELD_NOT_SUPPORTED",
    "condition",
  ]);
});

describe("a manifest offers exactly the times in force that its adapter accepts", () => {
  const DERIVATIVE = { tick: "0.01", isDerivative: true };
  const ALOR_FUTURE = { ...DERIVATIVE, symbol: "SiZ6", exchange: "MOEX", board: "RFUD" };
  const SHARE = { tick: "0.01", isDerivative: false, uid: "u", isTradedByApi: true, isQuotedInPoints: false };
  const orderOf = (message: OrderMessage) => ({ clientOrderId: "the-id", allowMargin: false, message });

  const sends = {
    ALOR_BROKER: (message) => alorRequest(orderOf(message), ALOR_FUTURE as never, "D39004", 0),
    TINKOFF: (message) => tinkoffRequest(orderOf(message), SHARE as never, "2000039002"),
    BINANCE_SPOT: (message) => checkBinance(message),
    BINANCE_FUTURES: (message) => checkBinance(message),
  } satisfies Record<string, (message: OrderMessage) => unknown>;

  test.each(VENUE_MANIFESTS)("$name", ({ name, timesInForce }) => {
    const { account, ticker, direction, contracts, price } = EVERY_FIELD;
    const takes = (type: OrderType, timeInForce: TimeInForce) =>
      refusalOf(() => sends[name]({ account, ticker, direction, type, contracts, price, timeInForce })) === undefined;
    expect(TIMES_IN_FORCE.filter((time) => takes("LIMIT", time)).toSorted()).toEqual(timesInForce.LIMIT?.toSorted());
    for (const time of timesInForce.MARKET ?? []) expect(takes("MARKET", time)).toBe(true);
  });
});
