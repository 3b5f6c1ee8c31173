/** Incidents that alert rules open, and the feed. By the operator's hand: operator/incidents.test.ts. */
import { VENUES, type ServiceStatus } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { metricsServer } from "../platform/metrics.ts";
import { openIncident, updateIncident } from "./incidents.ts";

const server = await startServer();
// A second node on the same database.
const other = await startServer({ parts: { database: server.parts.database } });

async function statusAt(node = server): Promise<ServiceStatus> {
  await node.app.http.serviceStatus.monitor.refresh();
  return (await node.api().get("/status")).body as ServiceStatus;
}

interface FiredAlert {
  readonly fingerprint: string;
  readonly labels: Record<string, string>;
  readonly startsAt: string;
  readonly endsAt?: string;
}

/** Posts to a node what Alertmanager posts, on the port of its metrics. */
async function notify(alerts: readonly FiredAlert[], node = server): Promise<number> {
  const monitoring = metricsServer(node.app.metrics, { routes: node.app.monitoringRoutes });
  const answer = await monitoring.inject({
    method: "POST",
    url: "/incidents",
    payload: {
      version: "4",
      groupKey: '{}:{alertname="Relay"}',
      truncatedAlerts: 0,
      status: "firing",
      receiver: "status-page",
      groupLabels: {},
      commonLabels: {},
      commonAnnotations: {},
      externalURL: "http://alertmanager.example:9093",
      alerts: alerts.map(({ endsAt = "0001-01-01T00:00:00Z", ...alert }) => ({
        ...alert,
        endsAt,
        status: endsAt.startsWith("0001") ? "firing" : "resolved",
        annotations: { summary: "for the operator only" },
        generatorURL: "http://prometheus.example:9090/graph",
      })),
    },
  });
  await monitoring.close();
  return answer.statusCode;
}

describe("by alert rule", () => {
  const startsAt = "2026-11-23T09:00:00Z";
  const open = async () => (await statusAt()).incidents.filter(({ closedAt }) => closedAt === null);

  test("an alert opens an incident on whichever node it reaches, once however often it is repeated, and ends it", async () => {
    const alert = {
      fingerprint: "f1",
      labels: { alertname: "VenueSlow", incident: "venue", venue: "TINKOFF" },
      startsAt,
    };
    expect(await notify([alert])).toBe(200);
    await Promise.all([notify([alert]), notify([alert], other), notify([alert], other)]);
    const [incident, ...more] = await open();
    expect(more).toEqual([]);
    expect(incident).toMatchObject({ components: ["TINKOFF"], impact: "degraded" });
    expect(incident?.title.en).toBe("Trouble with T-Invest");
    expect(incident?.title.ru).not.toBe(incident?.title.en);
    expect(incident?.updates).toHaveLength(1);
    expect(JSON.stringify(incident)).not.toContain("operator only");

    await notify([{ ...alert, endsAt: "2026-11-23T09:10:00Z" }], other);
    expect(await open()).toEqual([]);
    // A repeat that was delayed on its way.
    await notify([alert]);
    expect(await open()).toEqual([]);
    await notify([{ ...alert, startsAt: "2026-11-23T11:00:00Z" }]);
    expect(await open()).toHaveLength(1);
    await notify([{ ...alert, startsAt: "2026-11-23T11:00:00Z", endsAt: "2026-11-23T11:10:00Z" }]);
  });

  test("several alerts about the same thing are one incident, which lasts as long as one of them", async () => {
    const first = { fingerprint: "n1", labels: { incident: "relay", instance: "node-1" }, startsAt };
    const second = { fingerprint: "n2", labels: { incident: "relay", instance: "node-2" }, startsAt };
    await notify([first, second]);
    expect(await open()).toHaveLength(1);
    await notify([{ ...first, endsAt: "2026-11-23T09:20:00Z" }]);
    expect(await open()).toHaveLength(1);
    await notify([{ ...second, endsAt: "2026-11-23T09:30:00Z" }]);
    expect(await open()).toEqual([]);
  });

  test("an alert that names a venue affects that venue, one that names none affects all of them", async () => {
    const ofVenue = { fingerprint: "r1", labels: { incident: "relay", venue: "ALOR_BROKER" }, startsAt };
    const ofAll = { fingerprint: "r2", labels: { incident: "relay" }, startsAt };
    await notify([ofVenue, ofAll]);
    const affected = (await open()).map(({ components }) => components);
    expect(affected).toEqual(expect.arrayContaining([["ALOR_BROKER"], [...VENUES]]));
    expect(affected).toHaveLength(2);
    await notify([ofVenue, ofAll].map((alert) => ({ ...alert, endsAt: "2026-11-23T09:25:00Z" })));
  });

  test("alerts without the label, or with an unknown kind, open nothing and don't hinder the others", async () => {
    const alert = (fingerprint: string, labels: Record<string, string>) => ({ fingerprint, labels, startsAt });
    const mail = alert("u3", { incident: "mail" });
    expect(await notify([alert("u1", { alertname: "Disk" }), alert("u2", { incident: "weather" }), mail])).toBe(200);
    expect((await open()).map(({ components }) => components)).toEqual([["mail"]]);
    await notify([{ ...mail, endsAt: "2026-11-23T09:40:00Z" }]);
    expect(await notify([{ ...mail, startsAt: "soon" }])).toBe(200);
  });

  test("what isn't Alertmanager's payload is refused", async () => {
    const monitoring = metricsServer(server.app.metrics, { routes: server.app.monitoringRoutes });
    const answer = await monitoring.inject({
      method: "POST",
      url: "/incidents",
      payload: { version: "3", alerts: [] },
    });
    expect(answer.statusCode).toBe(400);
    expect((await monitoring.inject("/metrics")).statusCode).toBe(200);
    await monitoring.close();
  });
});

test("the feed has each incident under an id that stays, in the language asked for, with the text as text", async () => {
  const { orm } = server.parts.database;
  const title = { en: "Orders < 1 lot & others", ru: "Заявки меньше лота" };
  const id = await openIncident(orm, { title, components: [], impact: "degraded" }, new Date());
  const feed = async (language: string) => {
    await statusAt();
    const answer = await fetch(`${server.url}/status/feed.xml`, { headers: { "accept-language": language } });
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    return answer.text();
  };
  const [english, russian] = [await feed("en"), await feed("ru")];
  expect(english).toContain("<title>Orders &lt; 1 lot &amp; others</title>");
  expect(russian).toContain("<title>Заявки меньше лота</title>");
  expect(russian).toContain('xml:lang="ru"');
  for (const text of [english, russian]) expect(text).toContain(`<id>urn:uuid:${id}</id>`);
  const updated = (text: string) => /<updated>(.*?)<\/updated>/.exec(text)?.[1] ?? "";
  await updateIncident(orm, id, { en: "Found" }, new Date(Date.now() + 1_000));
  const later = await feed("en");
  expect(updated(later) > updated(english)).toBe(true);
  expect(later).toContain("Found");
});
