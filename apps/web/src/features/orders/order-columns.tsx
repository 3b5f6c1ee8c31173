import type { Order } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AccountLine } from "../../core/trading/account-label.tsx";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { Side } from "../../core/trading/side.tsx";
import { answerInWords } from "../../core/trading/venue-answer.ts";
import { Venue } from "../../core/trading/venue.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { CancelsLine } from "./cancels-line.tsx";
import { ExecutionLine } from "./execution-line.tsx";
import { OrderStatus } from "./order-status.tsx";
import { useWhyOrder } from "./why-order.ts";

/**
 * The columns of the specification (section 2), in its order. On a tablet, where the side menu takes its share, only what
 * was traded and how it ended keep their size, and the brokers' names do without their marks.
 */
export function useOrderColumns(): readonly Column<Order>[] {
  const { t } = useTranslation(["orders", "trading"]);
  const why = useWhyOrder();
  return useMemo(
    () => [
      { key: "index", title: t("index"), cell: (_, index) => index + 1, isNumber: true },
      {
        key: "date",
        title: t("date"),
        cell: ({ createdDate }) => <DateTime at={createdDate} hasSeconds />,
        isMinor: true,
        isSortable: true,
      },
      {
        key: "exchange",
        title: t("exchange"),
        cell: ({ instrument, accountName, accountEnding, isDemo, strategy }) => (
          <>
            {instrument ? <Venue name={instrument.exchange} className="max-desktop:*:hidden" /> : "-"}
            <AccountLine account={{ name: accountName, keyEnding: accountEnding, isDemo }} />
            {strategy && <StrategyLine name={strategy.name} />}
          </>
        ),
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
        isMinor: true,
      },
      {
        key: "type",
        title: t("type"),
        cell: ({ action, type }) =>
          action === "order" ? (type ? t(type, { ns: "trading" }) : "-") : t(`action_${action}`, { ns: "trading" }),
        isMinor: true,
      },
      { key: "price", title: t("price"), cell: ({ open }) => <Decimal text={open} />, isNumber: true, isMinor: true },
      {
        key: "quantity",
        title: t("quantity"),
        cell: ({ quantity }) => <Decimal text={quantity} />,
        isNumber: true,
        isMinor: true,
      },
      {
        key: "status",
        title: t("status"),
        cell: (order) => (
          <>
            <span className="flex items-center">
              <OrderStatus order={order} />
              {order.usedOldId && <OldIdMark />}
            </span>
            {order.execution && (
              <span className="mt-0.5 block text-12 tabular">
                <ExecutionLine order={order} />
              </span>
            )}
            {order.cancels && (
              <span className="mt-0.5 block text-12 tabular">
                <CancelsLine cancels={order.cancels} />
              </span>
            )}
            <Why text={why(order)} />
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
    [t, why],
  );
}

function StrategyLine({ name }: { readonly name: string }) {
  const { t } = useTranslation("orders");
  return (
    <span
      title={t("strategy")}
      className="line-clamp-2 text-12 text-muted [overflow-wrap:anywhere] tablet:max-w-[24ch]"
    >
      {name}
    </span>
  );
}

/** Why the order stands as it does. */
function Why({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <span title={text} className="mt-0.5 line-clamp-3 text-12 text-muted tablet:max-w-[20ch] desktop:max-w-[32ch]">
      {text}
    </span>
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

/** The broker's own words; the opened row shows the whole answer. */
function Answer({ text }: { readonly text: string | null }) {
  if (text === null) return "-";
  const words = answerInWords(text);
  return (
    <span
      title={words}
      className="line-clamp-2 text-12 leading-5 text-muted [overflow-wrap:anywhere] tablet:line-clamp-4 tablet:max-w-[10ch] desktop:line-clamp-2 desktop:max-w-[16ch] min-[1400px]:max-w-[26ch]"
    >
      {words}
    </span>
  );
}
