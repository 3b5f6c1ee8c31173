/**
 * POST /incidents on METRICS_PORT: the webhook of Prometheus's Alertmanager, version 4
 * (prometheus.io/docs/alerting/latest/configuration, webhook_config). An alert with the label `incident` opens an
 * incident, which ends when all alerts that reported it have.
 */
import { VENUES } from "@chartrelay/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import * as z from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Database, Orm } from "../platform/db/database.ts";
import { incidentAlerts, incidents } from "../platform/db/schema.ts";
import { affectedBy, closeIncident, kindOf, openIncident } from "./incidents.ts";

/** A two-key advisory lock, in addition to those of cluster/ownership and platform/jobs. */
const LOCK = sql`select pg_advisory_xact_lock(${0x4352_0005}::int, 1)`;

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const alert = z.object({
  status: z.enum(["firing", "resolved"]),
  labels: z.record(z.string(), z.string()),
  startsAt: moment,
  /** Year 1 while it fires. */
  endsAt: moment,
  fingerprint: z.string().min(1),
});
type Alert = z.infer<typeof alert>;

/** Alertmanager doesn't resend what is answered 4xx, so one odd alert must not cost the others. */
const payload = z.object({ version: z.literal("4"), alerts: z.array(z.unknown()) });

export interface AlertmanagerParts {
  readonly database: Pick<Database, "orm">;
  readonly clock: Pick<Clock, "nowMs">;
  readonly logger: Pick<FastifyBaseLogger, "warn">;
  /** Called when incidents may have changed. */
  readonly onChange: () => Promise<void>;
}

/** Creates the route. Whoever can call it can open incidents, so it belongs on a private port. */
export function alertmanagerRoute({ database, clock, logger, onChange }: AlertmanagerParts): FastifyPluginAsync {
  return async (app) => {
    app.post("/incidents", async (request, reply) => {
      const { success, data } = payload.safeParse(request.body);
      if (!success) return reply.code(400).send({ error: "this is no webhook payload of Alertmanager, version 4" });
      const alerts = data.alerts.flatMap((each) => {
        const { success: isKnown, data: known } = alert.safeParse(each);
        if (!isKnown) logger.warn("an alert in Alertmanager's payload can't be read");
        return isKnown ? [known] : [];
      });
      const at = new Date(clock.nowMs());
      await database.orm.transaction(async (tx) => {
        // Several nodes may be notified at once.
        await tx.execute(LOCK);
        for (const each of alerts)
          await (each.status === "firing" ? fire(tx, each, at, logger) : resolve(tx, each, at));
      });
      await onChange();
      return { received: alerts.length };
    });
  };
}

/** Opens an incident, or adds the alert to the one that is open for the same reason. */
async function fire(tx: Orm, each: Alert, at: Date, logger: AlertmanagerParts["logger"]): Promise<void> {
  const { labels, fingerprint, startsAt } = each;
  if (labels["incident"] === undefined) return;
  const kind = kindOf(labels["incident"]);
  if (!kind) {
    logger.warn({ label: labels["incident"] }, "an alert names a kind of incident that doesn't exist");
    return;
  }
  const [known] = await tx.select().from(incidentAlerts).where(eq(incidentAlerts.fingerprint, fingerprint));
  // A notification is repeated while its alert fires, and may arrive late.
  if (known && (known.endedAt === null || startsAt <= known.endedAt)) return;
  const venue = VENUES.find((name) => name === labels["venue"]);
  const [open] = await tx
    .select({ id: incidents.id })
    .from(incidents)
    .where(
      and(
        eq(incidents.kind, kind),
        venue ? eq(incidents.venue, venue) : isNull(incidents.venue),
        isNull(incidents.closedAt),
      ),
    );
  const incidentId = open?.id ?? (await openIncident(tx, { kind, venue, ...affectedBy(kind, venue) }, at));
  await tx
    .insert(incidentAlerts)
    .values({ fingerprint, incidentId })
    .onConflictDoUpdate({ target: incidentAlerts.fingerprint, set: { incidentId, endedAt: null } });
}

/** Ends the alert, and its incident if it was the last one. */
async function resolve(tx: Orm, { fingerprint, endsAt }: Alert, at: Date): Promise<void> {
  const [ended] = await tx
    .update(incidentAlerts)
    .set({ endedAt: endsAt })
    .where(and(eq(incidentAlerts.fingerprint, fingerprint), isNull(incidentAlerts.endedAt)))
    .returning({ incidentId: incidentAlerts.incidentId });
  if (!ended) return;
  const [firing] = await tx
    .select({ fingerprint: incidentAlerts.fingerprint })
    .from(incidentAlerts)
    .where(and(eq(incidentAlerts.incidentId, ended.incidentId), isNull(incidentAlerts.endedAt)))
    .limit(1);
  if (!firing) await closeIncident(tx, ended.incidentId, at);
}
