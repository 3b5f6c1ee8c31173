/** The metrics of all processes at one address: each series has its process as a label, so none is a sum that jumps back. */
import { AggregatorRegistry, Gauge, Registry } from "prom-client";
import type { Clock } from "../platform/clock.ts";
import type { Channel, MetricList } from "./channel.ts";

/** A process that doesn't answer by then is left out: Prometheus gives up on a scrape after ten seconds. */
const ANSWER_WITHIN_MS = 2_000;

export interface MetricsOfAllOptions {
  readonly clock: Pick<Clock, "wait">;
  readonly configured: number;
  readonly restarts: () => number;
  /** The processes that serve. */
  readonly channels: () => readonly Channel[];
}

/** Returns a function that collects the metrics of all processes that serve, in Prometheus's format. */
export function metricsOfAll({ clock, configured, restarts, channels }: MetricsOfAllOptions): () => Promise<string> {
  const own = new Registry();
  const gauge = (name: string, help: string, value: () => number) => {
    const each: Gauge = new Gauge({ name, help, registers: [own], collect: () => each.set(value()) });
  };
  gauge("chartrelay_processes_configured", "Processes of this node, by its settings", () => configured);
  gauge("chartrelay_processes_serving", "Processes of this node that take alerts", () => channels().length);
  gauge("chartrelay_process_restarts", "How often a process of this node was replaced", restarts);

  return async () => {
    const lists = await Promise.all([
      own.getMetricsAsJSON(),
      ...channels().map((channel) =>
        Promise.race([channel.ask("metrics", null), clock.wait(ANSWER_WITHIN_MS).then((): MetricList => [])]),
      ),
    ]);
    // No two processes have a series in common. prom-client would drop or average some metrics by their own rule.
    const unsummed = lists.map((list) => list.map((metric) => ({ ...metric, aggregator: "sum" })));
    return await AggregatorRegistry.aggregate(unsummed).metrics();
  };
}
