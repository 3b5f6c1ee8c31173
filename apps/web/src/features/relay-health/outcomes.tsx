import type { RelayHealth } from "@chartrelay/contract";
import { Fragment, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Status } from "../../core/trading/status.tsx";
import { Venue } from "../../core/trading/venue.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";

type Outcome = RelayHealth["outcomes"][number];

/** How many orders ended how, by venue and reason. */
export function Outcomes({ outcomes }: Pick<RelayHealth, "outcomes">) {
  const { t } = useTranslation("relay-health");
  const columns = useOutcomeColumns();
  return (
    <DataTable
      caption={t("outcomes")}
      columns={columns}
      rows={outcomes}
      rowKey={({ exchange, status, reason }) => `${exchange} ${status} ${reason ?? ""}`}
    />
  );
}

function useOutcomeColumns(): readonly Column<Outcome>[] {
  const { t } = useTranslation("relay-health");
  return useMemo(
    () => [
      { key: "exchange", title: t("exchange"), cell: ({ exchange }) => <Venue name={exchange} /> },
      { key: "status", title: t("status"), cell: ({ status }) => <Status status={status} /> },
      {
        key: "reason",
        title: t("reason"),
        cell: ({ reason }) => (
          <code className="font-mono text-12">
            <Breakable code={reason ?? "-"} />
          </code>
        ),
      },
      { key: "orders", title: t("orders"), cell: ({ orders }) => orders, isNumber: true },
    ],
    [t],
  );
}

/** A code that a narrow screen may break where a reader would. */
function Breakable({ code }: { readonly code: string }) {
  return code.split(/(?<=_)/).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
