/** Incidents that the operator opens by hand, as the status page shows them. */
import type { Incident, ServiceStatus } from "@chartrelay/contract";
import { expect, test } from "vitest";
import { startServer } from "../../test/server.ts";
import { OperatorError } from "./commands.ts";
import { closeIncidentByHand, openIncidentByHand, updateIncidentByHand } from "./incidents.ts";

const server = await startServer();
const { parts } = server;

async function statusNow(): Promise<ServiceStatus> {
  await server.app.http.serviceStatus.monitor.refresh();
  return (await server.api().get("/status")).body as ServiceStatus;
}
const newest = async (): Promise<Incident | undefined> => (await statusNow()).incidents[0];

test("an incident is opened, told about and closed, in the languages that were given, and the audit log says so", async () => {
  const said = await openIncidentByHand(parts, {
    texts: { en: "Orders to Alor wait", ru: "Заявки в Алор ждут" },
    components: ["ALOR_BROKER"],
    impact: "down",
  });
  const open = await newest();
  const id = open?.id ?? "";
  expect(said).toContain(id);
  expect(open).toMatchObject({
    components: ["ALOR_BROKER"],
    impact: "down",
    title: { en: "Orders to Alor wait", ru: "Заявки в Алор ждут" },
    closedAt: null,
    updates: [],
  });
  expect((await statusNow()).components.find(({ component }) => component === "ALOR_BROKER")?.state).toBe("down");

  await updateIncidentByHand(parts, id, { texts: { en: "Alor has found the cause" } });
  await closeIncidentByHand(parts, id, { texts: {} });
  const closed = await newest();
  expect(closed?.closedAt).not.toBeNull();
  expect(closed?.updates.map(({ text }) => text)).toEqual([
    { en: "It is resolved.", ru: "Инцидент устранён." },
    { en: "Alor has found the cause", ru: "Alor has found the cause" },
  ]);
  expect((await statusNow()).components.find(({ component }) => component === "ALOR_BROKER")?.state).not.toBe("down");

  const entries = await parts.database.query(
    "select action, subject, actor, details from audit_log where subject = $1 order by id",
    [id],
  );
  expect(entries).toEqual([
    { action: "operator.incident_opened", subject: id, actor: "operator", details: open?.title },
    {
      action: "operator.incident_updated",
      subject: id,
      actor: "operator",
      details: { en: "Alor has found the cause" },
    },
    { action: "operator.incident_closed", subject: id, actor: "operator", details: {} },
  ]);
  await expect(closeIncidentByHand(parts, id, { texts: {} })).rejects.toThrow(OperatorError);
});

test("an incident without a text, of an unknown part, or an unknown one, is refused", async () => {
  const texts = { en: "x" };
  await expect(openIncidentByHand(parts, { texts: {} })).rejects.toThrow(OperatorError);
  await expect(openIncidentByHand(parts, { texts, components: ["alor"] })).rejects.toThrow(/no part/);
  await expect(openIncidentByHand(parts, { texts, impact: "bad" })).rejects.toThrow(/no impact/);
  await expect(updateIncidentByHand(parts, "not-an-id", { texts })).rejects.toThrow(OperatorError);
});
