/** What can happen to the cluster of deploy/cluster and to the nodes in front of it. */
import { setTimeout as delay } from "node:timers/promises";
import { HUB } from "../cluster/network.ts";
import type { ClusterStage } from "./cluster-stage.ts";

export interface ClusterFault {
  readonly name: string;
  readonly what: string;
  /** Whether it cuts machines from each other, which needs network namespaces. */
  readonly isCut?: boolean;
  /** How long it lasts at least; longer than Patroni's `ttl` where the lease is what is tried. */
  readonly lastsMs: number;
  /** Lets it happen, and returns what ends it. */
  readonly strike: (stage: ClusterStage) => Promise<() => Promise<void> | void>;
}

const SHORT_MS = 4_000;
const LONGER_THAN_TTL_MS = 14_000;

export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    name: "primary",
    what: "the primary's machine loses power",
    lastsMs: SHORT_MS,
    strike: async ({ cluster }) => {
      const primary = await cluster.withRole("leader");
      await primary.kill();
      return () => primary.start();
    },
  },
  {
    name: "postgres",
    what: "kill -9 of the primary's PostgreSQL; Patroni lives",
    lastsMs: SHORT_MS,
    strike: async ({ cluster }) => {
      const primary = await cluster.withRole("leader");
      await primary.killPostgres();
      return () => undefined;
    },
  },
  {
    name: "standby",
    what: "the synchronous standby's machine loses power",
    lastsMs: SHORT_MS,
    strike: async ({ cluster }) => {
      const standby = await cluster.withRole("sync_standby");
      await standby.kill();
      return () => standby.start();
    },
  },
  {
    name: "freeze",
    what: "the primary's machine is paused, and goes on after another was promoted",
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster }) => {
      const primary = await cluster.withRole("leader");
      primary.freeze();
      return () => primary.thaw();
    },
  },
  {
    name: "pause",
    what: "the primary's machine is paused for less than the lease",
    lastsMs: 6_000,
    strike: async ({ cluster }) => {
      const primary = await cluster.withRole("leader");
      primary.freeze();
      await delay(6_000);
      primary.thaw();
      return () => undefined;
    },
  },
  {
    name: "freeze-standby",
    what: "the synchronous standby's machine is paused",
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster }) => {
      const standby = await cluster.withRole("sync_standby");
      standby.freeze();
      return () => standby.thaw();
    },
  },
  {
    name: "node",
    what: "kill -9 of a node of the product",
    lastsMs: SHORT_MS,
    strike: async (stage) => {
      await stage.node(1).kill();
      return () => stage.startNode(1);
    },
  },
  {
    name: "etcd",
    what: "kill -9 of etcd",
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster: { services } }) => {
      await services.etcd.kill();
      return () => services.etcd.start();
    },
  },
  {
    name: "pooler",
    what: "kill -9 of PgBouncer",
    lastsMs: SHORT_MS,
    strike: async ({ cluster: { services } }) => {
      await services.pgbouncer.kill();
      return () => services.pgbouncer.start();
    },
  },
  {
    name: "proxy",
    what: "kill -9 of HAProxy, which its supervisor starts again after a second",
    lastsMs: SHORT_MS,
    strike: async ({ cluster: { services } }) => {
      await services.haproxy.kill();
      await delay(1_000);
      services.haproxy.start();
      return () => undefined;
    },
  },
  {
    name: "cut-primary",
    what: "the primary is cut from everything",
    isCut: true,
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster }) => {
      const { name } = await cluster.withRole("leader");
      for (const other of othersThan(cluster.members, name)) cluster.network.cut(name, other);
      cluster.network.cut(name, HUB);
      return () => cluster.network.heal();
    },
  },
  {
    name: "cut-old-primary",
    what: "the primary is cut from etcd and the standbys, but the nodes reach it",
    isCut: true,
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster }) => {
      const { name } = await cluster.withRole("leader");
      for (const other of othersThan(cluster.members, name)) cluster.network.cut(name, other);
      return () => cluster.network.heal();
    },
  },
  {
    name: "cut-standby",
    what: "the synchronous standby is cut from everything",
    isCut: true,
    lastsMs: LONGER_THAN_TTL_MS,
    strike: async ({ cluster }) => {
      const { name } = await cluster.withRole("sync_standby");
      for (const other of othersThan(cluster.members, name)) cluster.network.cut(name, other);
      cluster.network.cut(name, HUB);
      return () => cluster.network.heal();
    },
  },
];

/** Returns the other database machines, and etcd's. */
function othersThan(members: readonly { readonly name: string }[], name: string): string[] {
  return [...members.map((member) => member.name).filter((other) => other !== name), "etcd"];
}
