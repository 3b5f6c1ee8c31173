/** Keeps what the status page shows in memory, so that a request costs nothing, and is answered without the database. */
import type { Component, ComponentState, ServiceStatus } from "@chartrelay/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { WriteCheck } from "../platform/db/write-check.ts";
import type { RetryLog } from "../platform/retry-log.ts";
import { readComponents } from "./components.ts";
import { readIncidents } from "./incidents.ts";
import { readLatency } from "./latency.ts";
import { countUptime, readUptime } from "./uptime.ts";

const INTERVAL_MS = 10_000;

export interface MonitorParts {
  readonly database: Pick<Database, "orm" | "outbox">;
  readonly writeCheck: Pick<WriteCheck, "check">;
  readonly clock: Pick<Clock, "nowMs" | "wait">;
  readonly log: RetryLog;
  /** The parts that are set up, in the order in which they are shown; `alerts` is one of them. */
  readonly components: readonly Component[];
}

export class StatusMonitor {
  readonly #parts: MonitorParts;
  readonly #stopping = new AbortController();
  #known: ServiceStatus;
  #refreshed: Promise<void> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    const at = new Date(parts.clock.nowMs()).toISOString();
    this.#known = {
      at,
      isCurrent: false,
      components: parts.components.map((component) => ({ component, state: "unknown" })),
      latency: { since: { hour: at, day: at, month: at }, venues: [] },
      uptime: [],
      incidents: [],
    };
  }

  /** What is known. */
  get status(): ServiceStatus {
    return this.#known;
  }

  /** Reads now, and then every ten seconds. Settles after the first time; never rejects. */
  async start(): Promise<void> {
    await this.refresh();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Reads everything once, after the reading in progress, if there is one. Never rejects. */
  async refresh(): Promise<void> {
    this.#refreshed = this.#refreshed.then(() => this.#refresh());
    await this.#refreshed;
  }

  /** Without the database, the figures stay as they are, with their time. */
  async #refresh(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      const nowMs = clock.nowMs();
      this.#known = { at: new Date(nowMs).toISOString(), isCurrent: true, ...(await this.#read(nowMs)) };
    } catch (error) {
      log.willRetry(error);
      this.#known = { ...this.#known, isCurrent: false, components: this.#components(() => "unknown", "down") };
    }
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopping;
    for (;;) {
      await clock.wait(INTERVAL_MS, signal);
      if (signal.aborted) return;
      await this.refresh();
    }
  }

  async #read(nowMs: number): Promise<Omit<ServiceStatus, "at" | "isCurrent">> {
    const { database, writeCheck, components } = this.#parts;
    const { orm, outbox } = database;
    await writeCheck.check();
    const seen = await readComponents(outbox);
    const states = this.#components((component) => seen.get(component) ?? "unknown", "operational");
    await countUptime(outbox, states);
    const incidents = await readIncidents(orm, nowMs);
    return {
      components: states.map(({ component, state }) => ({ component, state: worst(component, state, incidents) })),
      latency: await readLatency(outbox, nowMs),
      uptime: await readUptime(outbox, components, nowMs),
      incidents,
    };
  }

  #components(
    stateOf: (component: Component) => ComponentState,
    ofAlerts: ComponentState,
  ): ServiceStatus["components"] {
    return this.#parts.components.map((component) => ({
      component,
      state: component === "alerts" ? ofAlerts : stateOf(component),
    }));
  }
}

const SEVERITY: readonly ComponentState[] = ["operational", "unknown", "degraded", "down"];

/** Returns the worse of what was measured and what an incident says that lasts. */
function worst(component: Component, measured: ComponentState, incidents: ServiceStatus["incidents"]): ComponentState {
  const told = incidents.filter(({ closedAt, components }) => closedAt === null && components.includes(component));
  return told.reduce<ComponentState>(
    (state, { impact }) => (SEVERITY.indexOf(impact) > SEVERITY.indexOf(state) ? impact : state),
    measured,
  );
}
