/** The operator's commands about incidents on the public status page. Each shares a transaction with its audit entry. */
import { COMPONENTS, IMPACTS, LANGUAGES, type AuditAction } from "@chartrelay/contract";
import * as z from "zod";
import { recordAudit } from "../identity/audit/index.ts";
import type { Orm } from "../platform/db/database.ts";
import { closeIncident, openIncident, updateIncident, type GivenTexts } from "../status/index.ts";
import { OperatorError, type OperatorParts } from "./commands.ts";

/** What the command line says about an incident. */
export interface IncidentWords {
  readonly texts: GivenTexts;
  readonly components?: readonly string[];
  readonly impact?: string | undefined;
}

/**
 * Opens an incident with a title in one language or both, and returns what tells its id.
 * @throws {OperatorError} without a title, and for a part or an impact that doesn't exist.
 */
export async function openIncidentByHand(parts: OperatorParts, words: IncidentWords): Promise<string> {
  const title = requireText(words.texts);
  const components = (words.components ?? []).map((name) => memberOf(COMPONENTS, name, "part"));
  const impact = memberOf(IMPACTS, words.impact ?? "degraded", "impact");
  return await audited(parts, "operator.incident_opened", title, async (tx, at) => {
    const id = await openIncident(tx, { title, components, impact }, at);
    return { id, said: `the incident ${id} is open, and shown on /status` };
  });
}

/**
 * Adds to what is told about an incident.
 * @throws {OperatorError} without a text, and for an unknown incident.
 */
export async function updateIncidentByHand(
  parts: OperatorParts,
  id: string,
  { texts }: IncidentWords,
): Promise<string> {
  const text = requireText(texts);
  return await audited(parts, "operator.incident_updated", text, async (tx, at) => {
    if (!(await updateIncident(tx, requireId(id), text, at))) throw unknownIncident(id);
    return { id, said: `the incident ${id} says so now` };
  });
}

/**
 * Closes an incident, with a last text if there is one.
 * @throws {OperatorError} for an incident that is unknown or has ended.
 */
export async function closeIncidentByHand(parts: OperatorParts, id: string, { texts }: IncidentWords): Promise<string> {
  return await audited(parts, "operator.incident_closed", texts, async (tx, at) => {
    const hasText = Object.keys(texts).length > 0;
    if (hasText && !(await updateIncident(tx, requireId(id), texts, at))) throw unknownIncident(id);
    if (!(await closeIncident(tx, requireId(id), at))) throw unknownIncident(id);
    return { id, said: `the incident ${id} is closed` };
  });
}

async function audited(
  { database, clock }: OperatorParts,
  action: AuditAction,
  texts: GivenTexts,
  work: (tx: Orm, at: Date) => Promise<{ readonly id: string; readonly said: string }>,
): Promise<string> {
  const at = new Date(clock.nowMs());
  return await database.orm.transaction(async (tx) => {
    const { id, said } = await work(tx, at);
    await recordAudit(tx, { at, userId: null, actor: "operator", action, subject: id, details: { ...texts } });
    return said;
  });
}

function requireText(texts: GivenTexts): GivenTexts {
  if (Object.keys(texts).length > 0) return texts;
  throw new OperatorError(
    `say what happened: ${LANGUAGES.map((language) => `--${language} "…"`).join(" or ")}, or both`,
  );
}

function requireId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw unknownIncident(id);
  return id;
}

const unknownIncident = (id: string) => new OperatorError(`there is no open incident ${id}`);

function memberOf<const Name extends string>(names: readonly Name[], word: string, what: string): Name {
  const found = names.find((name) => name === word);
  if (found === undefined) throw new OperatorError(`"${word}" is no ${what}: ${names.join(", ")}`);
  return found;
}
