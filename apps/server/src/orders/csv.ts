import { shortAccountId } from "@chartrelay/contract";
import type { Translate } from "@chartrelay/locales";
import type { CsvColumn } from "../platform/http/csv.ts";
import type { OrderInFile } from "./list.ts";

/** What an order's line in a file holds. */
export function orderColumns(translate: Translate): CsvColumn<OrderInFile>[] {
  const columns: [string, CsvColumn<OrderInFile>["cell"]][] = [
    ["date", ({ createdDate }) => createdDate],
    ["exchange", ({ instrument }) => instrument && translate(`orders-csv:${instrument.exchange}`)],
    ["account", ({ accountId }) => shortAccountId(accountId)],
    ["environment", ({ isDemo }) => translate(`orders-csv:${isDemo ? "demo" : "live"}`)],
    ["ticker", ({ instrument }) => instrument?.ticker],
    ["direction", ({ direction }) => direction && translate(`orders-csv:${direction}`)],
    ["type", ({ type }) => type && translate(`orders-csv:${type}`)],
    ["price", ({ open }) => open],
    ["quantity", ({ quantity }) => quantity],
    ["status", ({ status }) => translate(`orders-csv:${status}`)],
    ["reason", ({ reason }) => reason && translate(`reasons:${reason}`)],
    ["answer", ({ responseServerJson }) => responseServerJson],
    ["relay_ms", ({ timeline: { received, sent } }) => milliseconds(received, sent)],
    ["venue_ms", ({ timeline: { sent, answered } }) => milliseconds(sent, answered)],
    ["id", ({ id }) => id],
    ["other_fields", ({ otherFields }) => otherFields.map(({ field, value }) => `${field}: ${value}`).join("; ")],
  ];
  return columns.map(([name, cell]) => ({ title: translate(`orders-csv:column_${name}`), cell }));
}

function milliseconds(fromUs: number | null, toUs: number | null): number | null {
  return fromUs === null || toUs === null ? null : (toUs - fromUs) / 1_000;
}
