/** `verify-audit`: what the audit log's verification found, in one line for the operator. */
import { recordAudit, verifyAudit, type Verdict } from "../identity/audit/index.ts";
import { OperatorError, type OperatorParts } from "./commands.ts";

/** With more, the log as a whole isn't what it was. */
const FAULTS_LISTED = 10;

/**
 * Verifies the audit log, and records in it that somebody did. `head` is a hash that an earlier verification printed.
 * @throws {OperatorError} if `head` is no such hash, or if anything is wrong, saying what and where.
 */
export async function verifyAuditLog({ database, clock }: OperatorParts, head?: string): Promise<string> {
  const knownHead = head?.trim().toLowerCase();
  if (knownHead !== undefined && !/^[0-9a-f]{64}$/.test(knownHead))
    throw new OperatorError(`"${head}" is no head: it has 64 hexadecimal digits`);
  const verdict = await verifyAudit(database, knownHead);
  await recordAudit(database.orm, {
    at: new Date(clock.nowMs()),
    userId: null,
    actor: "operator",
    action: "operator.audit_verified",
    details: { head: verdict.head?.hash ?? "", faults: String(verdict.faults.length) },
  });
  const { faults } = verdict;
  const checked = explainChecked(verdict);
  if (faults.length === 0) return `${checked}: nothing is wrong`;
  const more = faults.length > FAULTS_LISTED ? `; and ${faults.length - FAULTS_LISTED} more` : "";
  throw new OperatorError(`${checked}: ${faults.slice(0, FAULTS_LISTED).join("; ")}${more}`);
}

function explainChecked({ checked, waiting, head, removedThrough }: Verdict): string {
  return [
    `${checked} entries checked`,
    ...(removedThrough > 0 ? [`the first ${removedThrough} removed as expired`] : []),
    ...(waiting > 0 ? [`${waiting} not sealed yet`] : []),
    head ? `head ${head.hash} at position ${head.position}` : "no head yet",
  ].join(", ");
}
