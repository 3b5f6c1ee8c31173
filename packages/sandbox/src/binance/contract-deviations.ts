/**
 * Where the descriptions of Binance are silent, older than the venue or wrong, and which reading the simulators and the
 * adapters follow. The OpenAPI files aren't Binance's own; the Postman collections are, but cover only requests.
 */
import type { Deviation, Json } from "../deviation.ts";

const PLAIN = (type: string) => ({ schema: { type } });

/** Deviations at both venues. */
const SHARED: readonly Deviation[] = [
  {
    name: "a signed request has a key and a signature",
    source: "docs/venues/binance.md, Signing; the OpenAPI files leave the signature out",
    amend: ({ paths, components: { schemas } }) => {
      for (const operation of operationsOf(paths)) {
        if (!operation.security) continue;
        operation.parameters ??= [];
        operation.parameters.push({ in: "header", name: "X-MBX-APIKEY", required: true, ...PLAIN("string") });
        // A stream's key needs no signature.
        if (/ListenKey/.test(operation.operationId)) continue;
        const form = operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
        if (form) {
          const target = form.$ref ? schemas[form.$ref.split("/").at(-1)] : form;
          target.properties.signature = { type: "string" };
          target.required = [...new Set([...(target.required ?? []), "signature"])];
        } else if (!operation.parameters.some(({ name }: Json) => name === "signature")) {
          operation.parameters.push({ in: "query", name: "signature", required: true, ...PLAIN("string") });
        }
      }
    },
  },
  {
    name: "an error has a code and a message",
    source: "binance-spot-api-docs, errors.md; futures documentation, general-info",
    amend: ({ components: { schemas } }) => {
      schemas.APIError.required = ["code", "msg"];
    },
  },
];

export const BINANCE_SPOT_DEVIATIONS: readonly Deviation[] = [
  ...SHARED,
  {
    name: "a key's restrictions are in the wallet's part of the API",
    source: "wallet documentation, Get API Key Permission; neither file has the wallet",
    amend: ({ paths }) => {
      const flags = [
        "ipRestrict",
        "enableReading",
        "enableWithdrawals",
        "enableInternalTransfer",
        "enableMargin",
        "enableFutures",
        "permitsUniversalTransfer",
        "enableVanillaOptions",
        "enableFixApiTrade",
        "enableFixReadOnly",
        "enableSpotAndMarginTrading",
        "enablePortfolioMarginTrading",
      ];
      const properties = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" }]));
      const schema = {
        type: "object",
        required: [...flags, "createTime"],
        // The expiry of the right to trade appears only for keys that have one.
        properties: {
          ...properties,
          createTime: { type: "integer" },
          tradingAuthorityExpirationTime: { type: "integer" },
        },
      };
      const error = { $ref: "#/components/schemas/APIError" };
      paths["/sapi/v1/account/apiRestrictions"] = {
        get: {
          parameters: ["X-MBX-APIKEY", "recvWindow", "timestamp", "signature"].map((name) => ({
            in: name.startsWith("X-") ? "header" : "query",
            name,
            required: name !== "recvWindow",
            ...PLAIN("string"),
          })),
          responses: {
            200: { content: { "application/json": { schema } } },
            "4XX": { content: { "application/json": { schema: error } } },
            "5XX": { content: { "application/json": { schema: error } } },
          },
        },
      };
    },
  },
  {
    name: "a price ticker says whose price it is",
    source: "binance-spot-api-docs, rest-api.md, Symbol price ticker; the collection describes requests only",
    amend: ({ paths }) => {
      const text = { type: "string" };
      const ticker = { type: "object", required: ["symbol", "price"], properties: { symbol: text, price: text } };
      const schema = { anyOf: [ticker, { type: "array", items: ticker }] };
      paths["/api/v3/ticker/price"].get.responses[200].content["application/json"].schema = schema;
    },
  },
  {
    name: "recvWindow may have digits after the point",
    source: "binance-spot-api-docs, rest-api.md, Timing security",
    amend: ({ paths, components: { schemas } }) => {
      schemas.SpotCreateOrderV3Req.properties.recvWindow = { type: "number" };
      for (const { parameters = [] } of operationsOf(paths))
        for (const parameter of parameters) if (parameter.name === "recvWindow") parameter.schema = { type: "number" };
    },
  },
  {
    name: "a list of symbols is JSON in a text",
    source: "binance-spot-api-docs, rest-api.md, Exchange information: its examples",
    amend: ({ paths }) => {
      const { parameters } = paths["/api/v3/exchangeInfo"].get;
      parameters.find(({ name }: Json) => name === "symbols").schema = { type: "string" };
    },
  },
  {
    name: "a symbol says more than the file knows, and the limits of its notional by their names",
    source: "binance-spot-api-docs, rest-api.md, Exchange information; filters.md, NOTIONAL",
    amend: ({ components: { schemas } }) => {
      const filter = schemas.SpotSymbolFilter.properties;
      [filter.minNotional, filter.maxNotional] = [{ type: "string" }, { type: "string" }];
      delete filter.minNotionalValue;
      delete filter.maxNotionalValue;
      const symbol = schemas.SpotGetExchangeInfoV3Resp.properties.symbols.items.properties;
      for (const flag of ["opoAllowed", "amendAllowed", "pegInstructionsAllowed"]) symbol[flag] = { type: "boolean" };
    },
  },
  {
    name: "an answer about an order says which",
    source: "binance-spot-api-docs, rest-api.md, New order, Query order",
    amend: ({ components: { schemas } }) => {
      const known = ["symbol", "orderId", "orderListId", "clientOrderId"];
      schemas.SpotCreateOrderV3Resp.required = [...known, "transactTime"];
      schemas.GetOrderV3Resp.required = [...known, ...Object.keys(schemas.GetOrderV3Resp.properties)];
    },
  },
];

export const BINANCE_FUTURES_DEVIATIONS: readonly Deviation[] = [
  ...SHARED,
  {
    name: "filters have the fields of their kind",
    source: "docs/venues/binance.md, Futures: instruments; the file describes the first filter only",
    amend: ({ components: { schemas } }) => {
      const filter = schemas.UmfuturesGetExchangeInfoV1Resp.properties.symbols.items;
      const { properties } = resolved(schemas, resolved(schemas, filter).properties.filters.items);
      for (const name of [
        "minQty",
        "maxQty",
        "stepSize",
        "notional",
        "multiplierUp",
        "multiplierDown",
        "multiplierDecimal",
      ])
        properties[name] = { type: "string" };
      properties.limit = { type: "integer" };
    },
  },
  {
    name: "income comes by pages, and each record has its transaction's id",
    source: "futures documentation, Get Income History; the file has the older page of Binance Link",
    amend: ({ paths, components: { schemas } }) => {
      paths["/fapi/v1/income"].get.parameters.push({ in: "query", name: "page", ...PLAIN("integer") });
      const { properties } = schemas.GetIncomeV1RespItem;
      Object.assign(properties, { tranId: { type: "integer" }, tradeId: { type: "string" } });
      schemas.GetIncomeV1RespItem.required = Object.keys(properties);
    },
  },
  {
    name: "a symbol's order types are called orderTypes",
    source: "the venue's own answers; the documentation's example, and so the file, says OrderType",
    amend: ({ components: { schemas } }) => {
      const { properties } = resolved(schemas, schemas.UmfuturesGetExchangeInfoV1Resp.properties.symbols.items);
      properties.orderTypes = properties.OrderType;
      delete properties.OrderType;
    },
  },
  {
    name: "an answer about an order says which, and what became of it",
    source: "futures documentation, New Order, Query Order",
    amend: ({ components: { schemas } }) => {
      const known = ["symbol", "orderId", "clientOrderId", "status", "executedQty", "origQty", "positionSide"];
      schemas.CreateOrderV1Resp.required = known;
      schemas.GetOrderV1Resp.required = [...known, "avgPrice", "cumQuote"];
    },
  },
];

function operationsOf(paths: Json): readonly Json[] {
  return Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item));
}

function resolved(schemas: Json, schema: Json): Json {
  return schema.$ref ? resolved(schemas, schemas[schema.$ref.split("/").at(-1)]) : schema;
}
