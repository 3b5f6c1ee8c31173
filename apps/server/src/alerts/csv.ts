import { shortAccountId, type Alert } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import type { CsvColumn } from "../platform/http/csv.ts";

/** What an alert's line in a file holds. */
export function alertColumns(translate: Translate): CsvColumn<Alert>[] {
  const columns: [string, CsvColumn<Alert>["cell"]][] = [
    ["date", ({ createdDate }) => createdDate],
    ["account", ({ accountId }) => shortAccountId(accountId)],
    ["chat", ({ chatId }) => chatId],
    ["status", ({ status }) => translate(`orders-csv:${status}`, { context: "alert" })],
    ["reason", ({ reason }) => reason && translate(`reasons:${reason}`)],
    ["message", ({ message, json }) => message ?? json],
    ["id", ({ id }) => id],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}
