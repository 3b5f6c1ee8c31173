/** GET /status: whether the service works, and how fast, for everybody. */
import * as z from "zod/mini";
import { LANGUAGES, VENUES } from "./enumerations.ts";

/** The parts of the service whose state is shown, each venue by its name. Those that aren't set up are left out. */
export const COMPONENTS = ["alerts", ...VENUES, "telegram", "mail", "payments"] as const;
export type Component = (typeof COMPONENTS)[number];

/** `unknown`: the database is away, so nobody can tell. */
export const COMPONENT_STATES = ["operational", "degraded", "down", "unknown"] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** How badly an incident affects its components. */
export const IMPACTS = ["degraded", "down"] as const;
export type Impact = (typeof IMPACTS)[number];

/**
 * What an alert rule may report, as its label `incident`. The texts are in the namespace `incidents`. An incident of the kind
 * `venue` is about the venue in the label `venue`; `service` is about no part in particular.
 */
export const INCIDENT_KINDS = ["alerts", "relay", "venue", "telegram", "mail", "payments", "service"] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Days whose uptime is shown, and for which incidents are listed. */
export const STATUS_DAYS = 90;
/** Uptime is counted by the minute. */
export const MINUTES_A_DAY = 1_440;

const percentiles = z.nullable(z.object({ p50Us: z.number(), p99Us: z.number() }));

const period = z.object({
  orders: z.number(),
  /** From an alert's arrival to the send. */
  relay: percentiles,
  /** From the send to the venue's answer. */
  venue: percentiles,
});

/** In both languages; a text that was given in one is the same in the other. */
const texts = z.record(z.enum(LANGUAGES), z.string());

export const incident = z.object({
  id: z.string(),
  components: z.array(z.enum(COMPONENTS)),
  impact: z.enum(IMPACTS),
  title: texts,
  openedAt: z.string(),
  /** Null while it lasts. */
  closedAt: z.nullable(z.string()),
  /** The newest first. */
  updates: z.array(z.object({ at: z.string(), text: texts })),
});
export type Incident = z.infer<typeof incident>;

export const serviceStatus = z.object({
  /** When the figures were read. */
  at: z.string(),
  /** False while newer ones can't be read. */
  isCurrent: z.boolean(),
  components: z.array(z.object({ component: z.enum(COMPONENTS), state: z.enum(COMPONENT_STATES) })),
  latency: z.object({
    /** When each period began. They end two minutes before `at`. */
    since: z.object({ hour: z.string(), day: z.string(), month: z.string() }),
    venues: z.array(
      z.object({ exchange: z.enum(VENUES), isDemo: z.boolean(), hour: period, day: period, month: period }),
    ),
  }),
  uptime: z.array(
    z.object({
      component: z.enum(COMPONENTS),
      /** By UTC days, the oldest first; days that nobody measured are left out. Figures are minutes. */
      days: z.array(z.object({ day: z.string(), measured: z.number(), degraded: z.number(), down: z.number() })),
    }),
  ),
  /** Those that last, and those of the last 90 days, the newest first. */
  incidents: z.array(incident),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;
