/** Metrics for the operator's monitoring, on a separate port. */
import { VENUES } from "@chartrelay/contract";
import fastify, { type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** In seconds: the relay's own segments take milliseconds, a venue may take ten seconds. */
const SEGMENT_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

export interface Metrics {
  readonly registry: Registry;
  /** Adds a gauge whose value is read at each scrape. */
  gauge(name: string, help: string, value: () => number | Promise<number>): void;
  /** Adds a gauge with one label; its values, by the label's value, are read at each scrape. */
  gaugeBy(name: string, help: string, label: string, values: () => Readonly<Record<string, number>>): void;
  readonly alerts: Counter<"verdict">;
  /** Posts by what their client certificate proves, where the installation can tell. */
  readonly certificates: Counter<"verdict">;
  readonly outcomes: Counter<"venue" | "status" | "reason">;
  /** Messages that have ended. */
  readonly messages: Counter<"channel" | "status" | "reason">;
  /** Messages resent although an earlier send may have arrived: the upper bound of messages that arrived twice. */
  readonly repeated: Counter;
  /** 1 for the audit log's latest published head, on the leader. */
  readonly auditHead: Gauge<"position" | "hash">;
  /** Latency segments: commit, queue, venue and total. */
  readonly segments: Histogram<"venue" | "leg">;
  readonly fills: Counter<"venue">;
  /** From a fill at the venue, by its clock, to its row. */
  readonly fillDelay: Histogram<"venue">;
}

/** What an alert rule waits for: from the start it counts 0, because a rule sees no rise from nothing to 1. */
const AWAITED_VERDICTS = ["inserted", "storage_unavailable", "failed"];
const AWAITED_REASONS = ["OUTCOME_UNKNOWN", "EXPIRED", "EXPIRED_BEHIND_UNKNOWN"];

/** Creates the product's metrics. With a process's name, every series has it as its label `process`. */
export function createMetrics(processName?: string): Metrics {
  const metrics = register(processName);
  for (const verdict of AWAITED_VERDICTS) metrics.alerts.inc({ verdict }, 0);
  for (const venue of VENUES) {
    metrics.outcomes.inc({ venue, status: "CREATED", reason: "" }, 0);
    for (const reason of AWAITED_REASONS) metrics.outcomes.inc({ venue, status: "REJECTED", reason }, 0);
  }
  return metrics;
}

function register(processName: string | undefined): Metrics {
  const registry = new Registry();
  if (processName !== undefined) registry.setDefaultLabels({ process: processName });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    gauge(name, help, value) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: async () => gauge.set(await value()) });
    },
    gaugeBy(name, help, label, values) {
      const collect = () => {
        for (const [each, value] of Object.entries(values())) gauge.set({ [label]: each }, value);
      };
      const gauge: Gauge = new Gauge({ name, help, labelNames: [label], registers, collect });
    },
    messages: new Counter({
      name: "chartrelay_messages_total",
      help: "Messages that have ended",
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
      help: "Posts to the webhooks by their answer",
      labelNames: ["verdict"],
      registers,
    }),
    certificates: new Counter({
      name: "chartrelay_client_certificates_total",
      help: "Posts to the webhooks by what their client certificate proves",
      labelNames: ["verdict"],
      registers,
    }),
    outcomes: new Counter({
      name: "chartrelay_orders_total",
      help: "Orders that have ended",
      labelNames: ["venue", "status", "reason"],
      registers,
    }),
    auditHead: new Gauge({
      name: "chartrelay_audit_head",
      help: "1 for the audit log's last position and hash, published by the leader once an hour",
      labelNames: ["position", "hash"],
      registers,
    }),
    segments: new Histogram({
      name: "chartrelay_order_leg_seconds",
      help: "Latency of an order by segment",
      labelNames: ["venue", "leg"],
      buckets: SEGMENT_BUCKETS,
      registers,
    }),
    fills: new Counter({
      name: "chartrelay_fills_total",
      help: "Fills that were stored",
      labelNames: ["venue"],
      registers,
    }),
    fillDelay: new Histogram({
      name: "chartrelay_fill_seconds",
      help: "Time from a fill at the venue, by the venue's clock, to its row",
      labelNames: ["venue"],
      buckets: SEGMENT_BUCKETS,
      registers,
    }),
  };
}

export interface MetricsServerOptions {
  /** Gives the metrics, if they aren't only this process's. */
  readonly collect?: (() => Promise<string>) | undefined;
  /** What the operator's monitoring may call beside. */
  readonly routes: FastifyPluginAsync;
}

/** Serves /metrics and the routes for the operator's monitoring, and nothing else. */
export function metricsServer({ registry }: Metrics, { collect, routes }: MetricsServerOptions): FastifyInstance {
  const http = fastify();
  http.get("/metrics", async (_, reply) =>
    reply.type(registry.contentType).send(await (collect?.() ?? registry.metrics())),
  );
  void http.register(routes);
  return http;
}
