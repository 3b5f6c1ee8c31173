/** What the operator's monitoring reads, on a port of its own. */
import fastify, { type FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Seconds: the relay's own legs take milliseconds, a venue may take its ten seconds. */
const LEG_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

export interface Metrics {
  readonly registry: Registry;
  readonly alerts: Counter<"verdict">;
  readonly outcomes: Counter<"venue" | "status" | "reason">;
  /** Legs: commit, queue, venue and total. */
  /** Settled messages. */
  readonly messages: Counter<"channel" | "status" | "reason">;
  /** Messages sent again though an earlier send may have arrived: no more than these can have arrived twice. */
  readonly repeated: Counter;
  readonly legs: Histogram<"venue" | "leg">;
}

type Lanes = () => { lanes: number; waiting: number };

/** Makes the product's metrics; the lanes of orders and of messages are asked at each scrape. */
export function createMetrics(lanes: Lanes, messageLanes: Lanes): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("chartrelay_lanes", "Lanes with an order in them", () => lanes().lanes);
  gauge("chartrelay_orders_waiting", "Orders that are not settled yet on this node", () => lanes().waiting);
  gauge("chartrelay_messages_waiting", "Messages that are not settled yet on this node", () => messageLanes().waiting);
  return {
    registry,
    messages: new Counter({
      name: "chartrelay_messages_total",
      help: "Settled messages",
      labelNames: ["channel", "status", "reason"],
      registers,
    }),
    repeated: new Counter({
      name: "chartrelay_messages_repeated_total",
      help: "Messages sent again though an earlier send may have arrived",
      registers,
    }),
    alerts: new Counter({
      name: "chartrelay_alerts_total",
      help: "Alerts by what became of them at the door",
      labelNames: ["verdict"],
      registers,
    }),
    outcomes: new Counter({
      name: "chartrelay_orders_total",
      help: "Settled orders",
      labelNames: ["venue", "status", "reason"],
      registers,
    }),
    legs: new Histogram({
      name: "chartrelay_order_leg_seconds",
      help: "The legs of an order's way",
      labelNames: ["venue", "leg"],
      buckets: LEG_BUCKETS,
      registers,
    }),
  };
}

/** Serves /metrics and nothing else. */
export function metricsServer({ registry }: Metrics): FastifyInstance {
  const http = fastify();
  http.get("/metrics", async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return http;
}
