/** What the public status page shows: see status/. */
import type { Component, ComponentState, Impact, IncidentKind, Language, VenueName } from "@chartrelay/contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** How long all users' orders took, by venue and environment, counted by quarters of an hour, hours and days at once. */
export const latencySums = pgTable(
  "latency_sums",
  {
    /** The span's length in minutes: 15, 60 or 1440. */
    minutes: integer("minutes").notNull(),
    /** When the span began, in minutes since the Unix epoch. */
    start: integer("start").notNull(),
    venue: text("venue").$type<VenueName>().notNull(),
    isDemo: boolean("is_demo").notNull(),
    /** How many orders took how long from their arrival to the send, by the number of the latency bucket. */
    relay: jsonb("relay").$type<Record<string, number>>().notNull(),
    /** The same from the send to the answer. */
    answer: jsonb("answer").$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.minutes, table.start, table.venue, table.isDemo] })],
);

/** One row: orders received before this minute are summed. */
export const latencySumMark = pgTable("latency_sum_mark", {
  isOnly: boolean("is_only").primaryKey().default(true),
  minute: integer("minute").notNull(),
});

/** The state of each part that relay nodes serve, as the leader last saw it. */
export const componentStates = pgTable("component_states", {
  component: text("component").$type<Component>().primaryKey(),
  state: text("state").$type<ComponentState>().notNull(),
  checkedAt: instant("checked_at").notNull(),
});

/** For how many minutes of a UTC day each part worked badly, or not at all. */
export const uptimeDays = pgTable(
  "uptime_days",
  {
    /** In days since the Unix epoch. */
    day: integer("day").notNull(),
    component: text("component").$type<Component>().notNull(),
    measured: integer("measured").notNull(),
    degraded: integer("degraded").notNull(),
    down: integer("down").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.component] })],
);

/** One row: the last minute that a node has counted. Minutes that nobody counted were down. */
export const uptimeMark = pgTable("uptime_mark", {
  isOnly: boolean("is_only").primaryKey().default(true),
  minute: integer("minute").notNull(),
});

export const incidents = pgTable(
  "incidents",
  {
    id: uuid("id").primaryKey(),
    /** Null if the operator opened it; else its texts are those of its kind. */
    kind: text("kind").$type<IncidentKind>(),
    venue: text("venue").$type<VenueName>(),
    components: text("components").array().$type<Component[]>().notNull(),
    impact: text("impact").$type<Impact>().notNull(),
    /** The operator's own, in one language or both. */
    title: jsonb("title").$type<Partial<Record<Language, string>>>(),
    openedAt: instant("opened_at").notNull(),
    closedAt: instant("closed_at"),
  },
  (table) => [index("incidents_closed").on(table.closedAt)],
);

/** What the operator told about an incident while it lasted. */
export const incidentUpdates = pgTable(
  "incident_updates",
  {
    incidentId: uuid("incident_id")
      .notNull()
      .references(() => incidents.id, { onDelete: "cascade" }),
    at: instant("at").notNull(),
    text: jsonb("text").$type<Partial<Record<Language, string>>>().notNull(),
  },
  (table) => [index("incident_updates_of").on(table.incidentId, table.at)],
);

/** Alerts of the operator's monitoring, and the incidents that they opened. */
export const incidentAlerts = pgTable(
  "incident_alerts",
  {
    /** Alertmanager's, the same for as long as the alert has the same labels. */
    fingerprint: text("fingerprint").primaryKey(),
    incidentId: uuid("incident_id")
      .notNull()
      .references(() => incidents.id, { onDelete: "cascade" }),
    /** By Prometheus's clock; null while it fires. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("incident_alerts_firing")
      .on(table.incidentId)
      .where(sql`ended_at is null`),
  ],
);
