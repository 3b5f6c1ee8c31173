import { ACCOUNT_FIELDS, shortAccountId, VENUES, type AuditEntry } from "@chartrelay/contract";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { useLoaded } from "../../core/use-loaded.ts";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Pager } from "../../ui/pager.tsx";
import { nameAgent } from "./agent.ts";
import { AUDIT_PAGE_SIZE, fetchAudit } from "./api.ts";

/** What happened in the user's account: sign-ins, keys, passwords, each with its address. */
export function AuditLog() {
  const { t } = useTranslation("settings");
  const [page, setPage] = useState(0);
  const load = useCallback(() => fetchAudit(page), [page]);
  const { value: entries, error, reload } = useLoaded(load);
  const columns = useAuditColumns();
  if (error !== undefined) return <LoadFailed error={error} onRetry={reload} />;
  return (
    <>
      <DataTable caption={t("audit")} columns={columns} rows={entries?.content} rowKey={({ id }) => id} />
      {entries && (
        <Pager page={page} size={AUDIT_PAGE_SIZE} total={entries.totalElements} onChange={(next) => setPage(next)} />
      )}
    </>
  );
}

function useAuditColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation(["settings", "audit"]);
  return useMemo(
    () => [
      { key: "date", title: t("date"), cell: ({ createdDate }) => <DateTime at={createdDate} />, isUnbroken: true },
      {
        key: "action",
        title: t("action"),
        cell: (entry) => (
          <>
            {t(entry.action, { ns: "audit" })}
            <AuditDetails entry={entry} />
          </>
        ),
      },
      { key: "address", title: t("address"), cell: ({ address }) => address ?? "-" },
      {
        key: "agent",
        title: t("agent"),
        cell: ({ agent }) => (
          <span title={agent ?? undefined} className="line-clamp-2 [overflow-wrap:anywhere] tablet:max-w-[26ch]">
            {agent === null ? "-" : (nameAgent(agent) ?? agent)}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** The fields of the form, and the id, which is changed beside it. */
const AUDITED_FIELDS = ["id", "oldId", ...ACCOUNT_FIELDS] as const;

/** Which account was affected, and which of its fields. */
function AuditDetails({ entry: { subject, account, details } }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation(["audit", "trading"]);
  const venue = VENUES.find((name) => name === details["exchange"]);
  const changed = new Set(details["fields"]?.split(", "));
  const words = [
    account === null && venue && t(venue, { ns: "trading" }),
    ...AUDITED_FIELDS.flatMap((field) => (changed.has(field) || field in details ? [t(`field_${field}`)] : [])),
    details["by"] === "telegram" && t("by_telegram"),
    details["chat"],
  ].filter(Boolean);
  if (words.length === 0 && subject === null) return null;
  return (
    <span className="block text-muted">
      {account !== null && <AccountLabel account={account} className="mr-2" />}
      {words.join(" · ")}
      {account === null && subject !== null && (
        <>
          {words.length > 0 && " · "}
          <code className="font-mono text-12">{shortAccountId(subject)}</code>
        </>
      )}
    </span>
  );
}
