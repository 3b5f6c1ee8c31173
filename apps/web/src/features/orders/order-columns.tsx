import type { Order } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Side } from "../../core/trading/side.tsx";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { Status } from "../../core/trading/status.tsx";
import { Venue } from "../../core/trading/venue.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";

/** The columns of the specification (section 2), in its order. */
export function useOrderColumns(): readonly Column<Order>[] {
  const { t } = useTranslation(["orders", "trading"]);
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      { key: "date", title: t("date"), cell: ({ createdDate }) => <DateTime at={createdDate} />, isMinor: true },
      {
        key: "exchange",
        title: t("exchange"),
        cell: ({ instrument }) => (instrument ? <Venue name={instrument.exchange} /> : "-"),
        isMinor: true,
      },
      {
        key: "ticker",
        title: t("ticker"),
        cell: ({ instrument }) => (
          <span
            title={instrument?.ticker ?? undefined}
            className="block font-medium [overflow-wrap:anywhere] tablet:max-w-[9ch] tablet:truncate desktop:max-w-[14ch]"
          >
            {instrument?.ticker ?? "-"}
          </span>
        ),
      },
      {
        key: "direction",
        title: t("direction"),
        cell: ({ direction }) => (direction ? <Side side={direction} /> : "-"),
      },
      {
        key: "type",
        title: t("type"),
        cell: ({ type }) => (type ? t(type, { ns: "trading" }) : "-"),
        isMinor: true,
      },
      { key: "price", title: t("price"), cell: ({ open }) => <Decimal text={open} />, isNumber: true },
      { key: "quantity", title: t("quantity"), cell: ({ quantity }) => <Decimal text={quantity} />, isNumber: true },
      {
        key: "status",
        title: t("status"),
        cell: ({ status, usedOldId }) => (
          <>
            <Status status={status} />
            {usedOldId && <OldIdMark />}
          </>
        ),
      },
      {
        key: "response",
        title: t("response"),
        cell: ({ responseServerJson }) => <Answer text={responseServerJson} />,
        isWide: true,
        isMinor: true,
      },
    ],
    [t],
  );
}

/** Longer numbers are rare, and may be broken across lines. */
const LINE_LENGTH = 14;

/** Shows every digit, however many there are: a number that is cut off is easily misread. */
function Decimal({ text }: { readonly text: string | null }) {
  if (text === null) return "-";
  const isLong = text.length > LINE_LENGTH;
  return (
    <span className={isLong ? "inline-block [overflow-wrap:anywhere] tablet:max-w-[14ch]" : "whitespace-nowrap"}>
      {text}
    </span>
  );
}

/** Shows as much of the answer as fits on a line; the opened row shows all of it. */
function Answer({ text }: { readonly text: string | null }) {
  if (text === null) return "-";
  return (
    <code
      title={text.slice(0, 1_000)}
      className="block truncate font-mono text-12 text-muted tablet:max-w-11 desktop:max-w-22 min-[1400px]:max-w-40"
    >
      {text}
    </code>
  );
}
