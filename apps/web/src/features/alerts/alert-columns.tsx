import type { Alert } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { Status } from "../../core/trading/status.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";

/** The columns of the specification (section 2), in its order. */
export function useAlertColumns(): readonly Column<Alert>[] {
  const { t } = useTranslation("alerts");
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      { key: "date", title: t("date"), cell: ({ createdDate }) => <DateTime at={createdDate} />, isUnbroken: true },
      {
        key: "status",
        title: t("status"),
        cell: ({ status, usedOldId }) => (
          <>
            <Status status={status} of="alert" />
            {usedOldId && <OldIdMark />}
          </>
        ),
      },
      {
        key: "message",
        title: t("message"),
        cell: ({ message, json }) => (
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{message || json || "-"}</span>
        ),
        isWide: true,
      },
    ],
    [t],
  );
}
