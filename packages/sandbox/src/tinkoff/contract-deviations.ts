/**
 * Where T-Invest's description contradicts itself or is silent, and which reading the simulator and the adapter follow.
 */
import type { Deviation, Json } from "../deviation.ts";

const METHODS = "/tinkoff.public.invest.api.contract.v1";

export const TINKOFF_DEVIATIONS: readonly Deviation[] = [
  {
    name: "an int64 is digits in a text",
    source: "docs/venues/t-invest.md, PostOrder; the description says it by its format only",
    amend: ({ components: { schemas } }) => {
      for (const schema of Object.values<Json>(schemas)) {
        for (const property of Object.values<Json>(schema.properties ?? {}))
          if (property.type === "string" && property.format === "int64") property.pattern = "^-?\\d{1,19}$";
      }
    },
  },
  {
    name: "an order names its instrument",
    source: "docs/venues/t-invest.md, Contradictions 3",
    amend: ({ components: { schemas } }) => schemas.v1PostOrderRequest.required.push("instrumentId"),
  },
  {
    name: "an order always has the unit of its price",
    source: "docs/venues/t-invest.md, Contradictions 8",
    amend: ({ components: { schemas } }) => schemas.v1PostOrderRequest.required.push("priceType"),
  },
  {
    name: "a placed order's answer has its number, its status and our key",
    source: "docs/venues/t-invest.md, PostOrder",
    amend: ({ components: { schemas } }) => {
      for (const answer of [schemas.v1PostOrderResponse, schemas.contractv1OrderState])
        answer.required = ["orderId", "executionReportStatus", "orderRequestId"];
    },
  },
  {
    name: "too many requests are answered with an error like any other",
    source: "contracts/t-invest/api_errors.json, 80002, has a gRPC type; the description gives 429 no body",
    amend: ({ paths }) => {
      for (const [path, { post }] of Object.entries<Json>(paths))
        if (path.startsWith(METHODS) && post) post.responses[429] = post.responses[400];
    },
  },
];
