import { describe, expect, test } from "vitest";
import { openContract } from "./contract-check.ts";

const contract = openContract("alor");
const MARKET = "/commandapi/warptrans/TRADE/v2/client/orders/actions/market";
const order = {
  side: "buy",
  quantity: 1,
  instrument: { symbol: "SBER", exchange: "MOEX", instrumentGroup: "TQBR" },
  user: { portfolio: "D39001" },
};
const named = { "X-REQID": "1" };

describe("the check against Alor's description", () => {
  const examples = [
    ["Orders_Simple", "/md/v2/Clients/MOEX/D00013/orders"],
    ["Order_Simple", "/md/v2/Clients/MOEX/D00013/orders/41423837024"],
    ["StopOrders_Warp_Simple", "/md/v2/Clients/MOEX/D00013/stoporders"],
    ["StopOrder_Warp_Simple", "/md/v2/Clients/MOEX/D00013/stoporders/347499"],
    ["Securities_Simple", "/md/v2/Securities?query=CNY"],
    ["Security_Simple", "/md/v2/Securities/MOEX/CNY-6.25"],
  ] as const;
  for (const [name, path] of examples) {
    test(`the description's own example ${name} passes, and fails with a misspelt property`, () => {
      const example = contract.document.components.examples[name].value;
      expect(contract.checkResponse("GET", path, 200, example)).toEqual([]);
      const { exchange, ...rest } = Array.isArray(example) ? example[0] : example;
      const misspelt = { ...rest, exhcange: exchange };
      const wrong = contract.checkResponse("GET", path, 200, Array.isArray(example) ? [misspelt] : misspelt);
      expect(wrong.join()).toContain("exhcange");
    });
  }

  test("a valid order passes, as an object or as text", () => {
    expect(contract.checkRequest("POST", MARKET, order, named)).toEqual([]);
    expect(contract.checkRequest("POST", MARKET, JSON.stringify(order), { "x-reqid": "1" })).toEqual([]);
  });

  const bad: readonly (readonly [string, object, Record<string, string>, string])[] = [
    ["without X-REQID", order, {}, "header X-REQID: required"],
    ["without a side", { ...order, side: undefined }, named, "side"],
    ["with an unknown property", { ...order, price: 1 }, named, "price"],
    ["with a quantity as text", { ...order, quantity: "1" }, named, "/quantity: must be integer"],
    ["with a quantity beyond int32", { ...order, quantity: 2 ** 31 }, named, "int32"],
    ["with a long comment", { ...order, comment: "a".repeat(101) }, named, "/comment"],
  ];
  for (const [what, body, headers, message] of bad) {
    test(`an order ${what} doesn't pass`, () => {
      expect(contract.checkRequest("POST", MARKET, JSON.stringify(body), headers).join()).toContain(message);
    });
  }

  const STOP = "/commandapi/warptrans/TRADE/v2/client/orders/actions/stop";
  const stop = { ...order, condition: "lessorequal", triggerPrice: 270.05, stopEndUnixTime: 0 };

  test("a valid stop order passes", () => {
    expect(contract.checkRequest("POST", STOP, stop, named)).toEqual([]);
    expect(contract.checkRequest("POST", `${STOP}Limit`, { ...stop, price: 270 }, named)).toEqual([]);
  });

  for (const [what, fields] of [
    ["a time in force", { timeInForce: "oneday" }],
    ["an iceberg", { icebergFixed: 1 }],
    ["an end as text", { stopEndUnixTime: "0" }],
    ["no end at all", { stopEndUnixTime: undefined }],
    ["an unknown condition", { condition: "Above" }],
    ["a condition in CamelCase", { condition: "LessOrEqual" }],
  ] as const) {
    test(`a stop order with ${what} doesn't pass`, () => {
      expect(contract.checkRequest("POST", STOP, JSON.stringify({ ...stop, ...fields }), named)).not.toEqual([]);
    });
  }

  test("unknown routes, parameters and values don't pass", () => {
    expect(contract.checkRequest("GET", "/md/v3/Securities", undefined, {})).toHaveLength(1);
    expect(contract.checkRequest("GET", "/md/v2/Securities?ticker=SBER", undefined, {})).toEqual([
      "query ticker: not in the description",
    ]);
    expect(contract.checkRequest("GET", "/md/v2/Securities?limit=ten", undefined, {})).toHaveLength(1);
    expect(contract.checkRequest("GET", "/md/v2/Clients/NYSE/D39001/orders", undefined, {})).toHaveLength(1);
  });

  test("an answer with an undescribed status or without its fields doesn't pass", () => {
    expect(contract.checkResponse("POST", MARKET, 418, {})).toHaveLength(1);
    expect(contract.checkResponse("POST", MARKET, 200, { message: "success" })).toHaveLength(1);
    expect(contract.checkResponse("POST", MARKET, 400, { error: "no" })).not.toEqual([]);
    expect(contract.checkResponse("POST", "/refresh", 200, '"a bare string"')).toHaveLength(1);
    expect(contract.checkResponse("GET", "/no/such/route", 200, {})).toHaveLength(1);
  });

  test("every deviation names its source", () => {
    expect(contract.deviations.filter(({ name, source }) => name === "" || source === "")).toEqual([]);
  });
});

describe("the check against Binance's descriptions", () => {
  const signed = "timestamp=1&signature=a";
  const key = { "x-mbx-apikey": "a" };
  const venues = [
    {
      contract: openContract("binance-spot"),
      order: "/api/v3/order",
      test: "/api/v3/order/test",
      open: "/api/v3/openOrders",
    },
    {
      contract: openContract("binance-futures"),
      order: "/fapi/v1/order",
      test: "/fapi/v1/order/test",
      open: "/fapi/v1/openOrders",
    },
  ] as const;
  const form = `symbol=BTCUSDT&side=BUY&type=MARKET&quantity=1&${signed}`;

  for (const { contract: binance, order: path, test: testPath, open } of venues) {
    test(`a valid order passes at ${path}, in the query string, in the body, and in both`, () => {
      const [front, back] = ["symbol=BTCUSDT&side=BUY", `type=MARKET&quantity=1&${signed}`];
      for (const target of [path, testPath]) {
        expect(binance.checkRequest("POST", target, form, key)).toEqual([]);
        expect(binance.checkRequest("POST", `${target}?${form}`, undefined, key)).toEqual([]);
        expect(binance.checkRequest("POST", `${target}?${front}`, back, key)).toEqual([]);
      }
    });

    test(`an order at ${path} without a key, a signature or a side, or with a misspelt field, doesn't pass`, () => {
      const wrong = (text: string, headers = key as Record<string, string>) =>
        binance.checkRequest("POST", path, text, headers).join();
      expect(wrong(form, {})).toContain("header X-MBX-APIKEY: required");
      expect(wrong(form.replace("&signature=a", ""))).toContain("signature");
      expect(wrong(form.replace("side", "sied"))).toMatch(/side.*sied|sied.*side/);
      expect(wrong(form.replace("timestamp=1", "timestamp=now"))).toContain("/timestamp: must be integer");
    });

    test(`look-ups at ${path} allow only known parameters`, () => {
      expect(binance.checkRequest("GET", `${path}?symbol=BTCUSDT&orderId=1&${signed}`, undefined, key)).toEqual([]);
      expect(binance.checkRequest("GET", `${open}?${signed}`, undefined, key)).toEqual([]);
      expect(binance.checkRequest("GET", `${open}?ticker=BTC&${signed}`, undefined, key)).toEqual([
        "query ticker: not in the description",
      ]);
      expect(binance.checkRequest("DELETE", `${path}?orderId=1&${signed}`, undefined, key).join()).toContain("symbol");
    });

    test(`an answer at ${path} has only known fields, and an error has its code and message`, () => {
      const refusal = { code: -1121, msg: "Invalid symbol." };
      expect(binance.checkResponse("POST", path, 400, refusal)).toEqual([]);
      expect(binance.checkResponse("POST", path, 503, { msg: "no code" })).not.toEqual([]);
      expect(binance.checkResponse("POST", path, 200, refusal)).not.toEqual([]);
      expect(binance.checkResponse("GET", path, 200, { symbol: "BTCUSDT" })).not.toEqual([]);
      expect(binance.checkResponse("POST", path, 302, refusal)).toHaveLength(1);
      expect(binance.checkResponse("GET", "/no/such/route", 200, {})).toHaveLength(1);
    });

    test(`every deviation from the description of ${path} names its source`, () => {
      expect(binance.deviations.filter(({ name, source }) => name === "" || source === "")).toEqual([]);
    });
  }

  test("newer request descriptions fill in where the OpenAPI files are silent", () => {
    const [, futures] = venues;
    const algo = `algoType=CONDITIONAL&symbol=BTCUSDT&side=BUY&type=STOP_MARKET&triggerPrice=1&${signed}`;
    expect(futures.contract.checkRequest("POST", "/fapi/v1/algoOrder", algo, key)).toEqual([]);
    expect(
      futures.contract.checkRequest("POST", "/fapi/v1/algoOrder", algo.replace("algoType", "type2"), key),
    ).toHaveLength(2);
  });
});
