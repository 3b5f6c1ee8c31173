/** Incidents, as the operator tells them, and as alert rules open and close them. */
import {
  INCIDENT_KINDS,
  LANGUAGES,
  STATUS_DAYS,
  VENUES,
  type Component,
  type Impact,
  type Incident,
  type IncidentKind,
  type Language,
  type VenueName,
} from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import { and, asc, desc, eq, gte, inArray, isNull, or } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Orm } from "../platform/db/database.ts";
import { incidents, incidentUpdates } from "../platform/db/schema.ts";

const DAY_MS = 86_400_000;

/** In one language or both. */
export type GivenTexts = Partial<Record<Language, string>>;

/** An incident that the operator opens, with a title, or an alert rule, with a kind and its texts. */
export interface NewIncident {
  readonly components: readonly Component[];
  readonly impact: Impact;
  readonly title?: GivenTexts;
  readonly kind?: IncidentKind;
  readonly venue?: VenueName | undefined;
}

/** Stores an incident, and returns its id. */
export async function openIncident(orm: Orm, incident: NewIncident, at: Date): Promise<string> {
  const id = uuidv7();
  await orm.insert(incidents).values({ ...incident, components: [...incident.components], id, openedAt: at });
  return id;
}

/** Adds what the operator tells. Returns false if there is no such incident. */
export async function updateIncident(orm: Orm, id: string, text: GivenTexts, at: Date): Promise<boolean> {
  const [found] = await orm.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, id));
  if (found) await orm.insert(incidentUpdates).values({ incidentId: id, at, text });
  return found !== undefined;
}

/** Ends an incident. Returns false if there is no such incident, or it has ended. */
export async function closeIncident(orm: Orm, id: string, at: Date): Promise<boolean> {
  const closed = await orm
    .update(incidents)
    .set({ closedAt: at })
    .where(and(eq(incidents.id, id), isNull(incidents.closedAt)))
    .returning({ id: incidents.id });
  return closed.length > 0;
}

/** Reads the incidents that last, and those of the last 90 days, the newest first. */
export async function readIncidents(orm: Orm, nowMs: number): Promise<Incident[]> {
  const since = new Date(nowMs - STATUS_DAYS * DAY_MS);
  const rows = await orm
    .select()
    .from(incidents)
    .where(or(isNull(incidents.closedAt), gte(incidents.closedAt, since)))
    .orderBy(desc(incidents.openedAt));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const updates = await orm
    .select()
    .from(incidentUpdates)
    .where(inArray(incidentUpdates.incidentId, ids))
    .orderBy(asc(incidentUpdates.at));
  const byIncident = Map.groupBy(updates, ({ incidentId }) => incidentId);
  return rows.map((row) => present(row, byIncident.get(row.id) ?? []));
}

type Row = typeof incidents.$inferSelect;
type Update = typeof incidentUpdates.$inferSelect;
type Texts = Incident["title"];

function present(row: Row, told: readonly Update[]): Incident {
  const { id, components, impact, openedAt, closedAt, title } = row;
  const updates = [
    ...(row.kind === null ? [] : [{ at: openedAt, text: textOfKind(row, "text") }]),
    ...told.map(({ at, text }) => ({ at, text: inBoth(text) })),
    ...(closedAt === null ? [] : [{ at: closedAt, text: inEach((t) => t("incidents:resolved")) }]),
  ];
  return {
    id,
    components,
    impact,
    title: row.kind === null ? inBoth(title ?? {}) : textOfKind(row, "title"),
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    updates: updates.toReversed().map(({ at, text }) => ({ at: at.toISOString(), text })),
  };
}

const textOfKind = ({ kind, venue }: Row, part: "title" | "text"): Texts =>
  inEach((t) => t(`incidents:${kind}_${part}`, { venue: venue === null ? "" : t(`trading:${venue}`) }));

function inEach(text: (t: ReturnType<typeof translator>) => string): Texts {
  return Object.fromEntries(LANGUAGES.map((language) => [language, text(translator(language))])) as Texts;
}

/** A reader of the other language gets the text that there is. */
function inBoth(given: GivenTexts): Texts {
  const any = LANGUAGES.map((language) => given[language]).find((text) => text !== undefined) ?? "";
  return Object.fromEntries(LANGUAGES.map((language) => [language, given[language] ?? any])) as Texts;
}

/** Returns the kind that an alert rule's label names; undefined for any other label. */
export const kindOf = (label: string | undefined) => INCIDENT_KINDS.find((kind) => kind === label);

/** Returns what an incident of a kind affects, and how badly. */
export function affectedBy(
  kind: IncidentKind,
  venue: VenueName | undefined,
): Pick<NewIncident, "components" | "impact"> {
  switch (kind) {
    case "alerts":
      return { components: ["alerts"], impact: "down" };
    case "relay":
    case "venue":
      return { components: venue ? [venue] : VENUES, impact: "degraded" };
    case "telegram":
    case "mail":
    case "payments":
      return { components: [kind], impact: "degraded" };
    case "service":
      return { components: [], impact: "degraded" };
  }
}
