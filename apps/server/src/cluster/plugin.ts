/** This node of the cluster, as the features use it. */
import fp from "fastify-plugin";
import { topic } from "../platform/pubsub.ts";
import { IntakePriority } from "./intake-priority.ts";
import { ClusterNode } from "./node.ts";

/** The nodes that are alive, at each check. */
export const NODES_ALIVE = topic<readonly number[]>("nodes alive");

declare module "fastify" {
  interface FastifyInstance {
    readonly cluster: ClusterNode;
    readonly intakePriority: IntakePriority;
  }
}

export const cluster = fp(
  async (app) => {
    const { config, database, clock, bus, metrics, log } = app.platform;
    app.decorate("intakePriority", new IntakePriority(clock));
    app.decorate(
      "cluster",
      new ClusterNode({
        openSession: () => database.openSession(),
        db: database,
        clock,
        bus,
        sends: config.role !== "api",
        log,
      }),
    );
    metrics.gauge(
      "chartrelay_partitions_owned",
      "Partitions of the account queues that this node sends for; 64 over all nodes",
      () => app.cluster.share,
    );
  },
  { name: "cluster", dependencies: ["platform"] },
);

/** Joins the cluster once every feature is ready, and leaves it before any feature stops. */
export const joinCluster = fp(
  async (app) => {
    app.addHook("onReady", () => app.cluster.start());
    app.addHook("onClose", () => app.cluster.stop());
  },
  { name: "join cluster", dependencies: ["cluster"] },
);
