/** Where Alor's description contradicts itself or is silent, and which reading the simulator and the adapter follow. */
import type { Deviation, Json } from "../deviation.ts";

const ORDERS = "/commandapi/warptrans/TRADE/v2/client/orders";
const REFUSAL = {
  anyOf: [
    { type: "null" },
    {
      type: "object",
      required: ["message"],
      properties: { code: { type: "string" }, message: { type: "string" } },
      additionalProperties: false,
    },
  ],
};
const refusal = (description: string) => ({ description, content: { "application/json": { schema: REFUSAL } } });

export const ALOR_DEVIATIONS: readonly Deviation[] = [
  {
    name: "POST /refresh answers an object",
    source: "docs/venues/alor.md, Contradictions 4; Auth",
    amend: ({ paths }) => {
      paths["/refresh"].post.responses[200].content["application/json"].schema = {
        type: "object",
        required: ["AccessToken"],
        properties: { AccessToken: { type: "string" } },
      };
    },
  },
  {
    name: "order bodies require the fields that an order can't do without",
    source: "docs/venues/alor.md, Contradictions 1; Orders",
    amend: ({ components: { requestBodies, schemas } }) => {
      const order = ["side", "quantity", "instrument", "user"];
      const require = (body: string, fields: readonly string[]) => {
        requestBodies[body].content["application/json"].schema.required = fields;
      };
      require("OrdersActionsMarketTV", order);
      require("OrdersActionsLimitTVPost", [...order, "price"]);
      // Alor's clients always send stopEndUnixTime, 0 for none.
      const conditional = [...order, "condition", "triggerPrice", "stopEndUnixTime"];
      require("OrdersActionsStopMarketTVWarp", conditional);
      require("OrdersActionsStopLimitTVWarpPost", [...conditional, "price"]);
      schemas.object_InstrumentFieldsSymbolExchangeGroup.required = ["symbol", "exchange", "instrumentGroup"];
      schemas.object_UserPortfolioOnly.required = ["portfolio"];
    },
  },
  {
    name: "a listed stop's condition is written as the examples have it",
    source: "docs/venues/alor.md, Contradictions 5; the description's own example, StopOrder_Warp_Simple",
    amend: ({ components: { schemas } }) => {
      const { properties } = schemas.response_StopOrder_Warp_Simple;
      properties.condition = { type: "string", enum: ["More", "Less", "MoreOrEqual", "LessOrEqual"] };
    },
  },
  {
    name: "a stop order's id is a string or an integer, and what it doesn't have yet is null",
    source: "docs/venues/alor.md, Contradictions 6; the description's own example, StopOrder_Warp_Simple",
    amend: ({ components: { schemas } }) => {
      schemas.field_IdentifierOrderStop.type = ["string", "integer"];
      schemas.field_IdentifierOrderExchange.type = ["string", "integer", "null"];
      for (const field of ["comment", "updateTime", "error"]) {
        const { properties } = schemas.response_StopOrder_Warp_Simple;
        properties[field] = { anyOf: [{ type: "null" }, properties[field]] };
      }
    },
  },
  {
    name: "a placed order's answer has its number",
    source: "docs/venues/alor.md, Orders",
    amend: ({ components: { schemas } }) => {
      schemas.response_OrderActionLimitMarket_CommandAPI.required = ["message", "orderNumber"];
    },
  },
  {
    name: "a comment has at most 100 characters",
    source: "docs/venues/alor.md, Orders; the description says it in words only",
    amend: ({ components: { schemas } }) => {
      schemas.field_CustomComment.maxLength = 100;
    },
  },
  {
    name: "refusals have a message and perhaps a code, or no body",
    source: "docs/venues/alor.md, Contradictions 3; Errors",
    amend: ({ paths, components: { responses, schemas } }) => {
      for (const status of ["401", "403", "404", "429", "400_Get"])
        responses[status] = refusal(responses[status].description);
      paths["/refresh"].post.responses[403] = refusal("403");
      const { properties } = schemas.response_OrderActionCode400_CommandAPI;
      // The old answer may have been a refusal.
      properties.oldResponse.properties.body = {
        anyOf: [...REFUSAL.anyOf, { $ref: "#/components/schemas/response_OrderActionLimitMarket_CommandAPI" }],
      };
      const repeated = { ...schemas.response_OrderActionCode400_CommandAPI, required: ["message", "oldResponse"] };
      responses["400_Post_Put"].content["application/json"].schema = { anyOf: [repeated, ...REFUSAL.anyOf] };
    },
  },
  {
    name: "any request may be refused for its parameters or its token",
    source: "docs/venues/alor.md, Contradictions 7; Errors; listings describe success only",
    amend: ({ paths }) => {
      const add = (operation: Json, ...statuses: readonly number[]) => {
        for (const status of statuses) operation.responses[status] ??= refusal(String(status));
      };
      add(paths["/md/v2/Securities"].get, 400, 401);
      add(paths["/md/v2/Securities/{symbols}/quotes"].get, 401);
      for (const type of ["stop", "stopLimit"]) add(paths[`${ORDERS}/actions/${type}`].post, 403, 404);
      add(paths[`${ORDERS}/estimate`].post, 400);
    },
  },
  {
    name: "a format that the simulator doesn't speak is answered 501",
    source: "ours: the product asks for the Simple format only",
    amend: ({ paths }) => {
      const orders = "/md/v2/Clients/{exchange}/{portfolio}";
      const security = "/md/v2/Securities/{exchange}/{symbol}";
      for (const path of [
        `${orders}/orders`,
        `${orders}/orders/{orderId}`,
        `${orders}/stoporders`,
        `${orders}/stoporders/{orderId}`,
        ...["trades", "{symbol}/trades", "positions", "positions/{symbol}", "summary", "fortsrisk", "risk"].map(
          (path) => `${orders}/${path}`,
        ),
        "/md/v2/Stats/{exchange}/{portfolio}/history/trades",
        "/md/v2/Securities",
        "/md/v2/Securities/{symbols}/quotes",
        security,
      ]) {
        paths[path].get.responses[501] = refusal("501");
      }
    },
  },
  {
    name: "an order without iceberg has null there, and a category is a string of digits",
    source: "the description's own examples, Order_Simple and Security_Simple",
    amend: ({ components: { schemas } }) => {
      schemas.object_IcebergFields_Simple.nullable = true;
      delete schemas.field_ComplexProductCategory.enum;
      schemas.field_ComplexProductCategory.pattern = "^(Unknown|1?\\d)?$";
    },
  },
  {
    name: "an order at SPBX can be cancelled",
    source: "docs/venues/alor.md, Contradictions 8",
    amend: ({ components: { parameters } }) => {
      parameters.query_Exchange_MoexOnly_Required.schema.enum = ["MOEX", "SPBX"];
    },
  },
  {
    name: "a trade may have no comment and no details of a repo, and an estimate without a budget no price",
    source: "the description's own examples, Trades_Simple and EstimateOrder",
    amend: ({ components: { schemas } }) => {
      for (const schema of ["response_Trade_Simple", "response_Trade_V2_Simple"]) {
        const { properties } = schemas[schema];
        for (const field of ["comment", "repoSpecificFields"]) {
          if (properties[field]) properties[field] = { anyOf: [{ type: "null" }, properties[field]] };
        }
      }
      const { properties } = schemas.response_EstimateOrder;
      properties.buyPrice = { anyOf: [{ type: "null" }, properties.buyPrice] };
    },
  },
  {
    name: "a message to the stream has the fields of its subscription and those that all have",
    source: "the description composes them with allOf, which the check's closed objects can't",
    amend: ({ paths, components: { requestBodies, schemas } }) => {
      for (const item of Object.values<Json>(paths)) {
        const name = item.trace?.requestBody?.$ref?.split("/").at(-1);
        const content = name && requestBodies[name]?.content["application/json"];
        const parts: readonly Json[] = content?.schema?.allOf ?? [];
        if (parts.length === 0) continue;
        const properties = parts.map((part) => (part.$ref ? schemas[part.$ref.split("/").at(-1)] : part).properties);
        content.schema = { type: "object", properties: Object.assign({}, ...properties) };
      }
    },
  },
];
