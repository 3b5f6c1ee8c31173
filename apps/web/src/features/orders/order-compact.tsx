import type { Order } from "@chartrelay/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Environment } from "../../core/trading/account-label.tsx";
import { OldIdMark } from "../../core/trading/old-id.tsx";
import { Side } from "../../core/trading/side.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import type { Compact } from "../../ui/data-table.tsx";
import { CancelsLine } from "./cancels-line.tsx";
import { ExecutionLine } from "./execution-line.tsx";
import { OrderStatus } from "./order-status.tsx";
import { useWhyOrder } from "./why-order.ts";

/** An order in two lines, for a narrow screen. */
export function useCompactOrder(): Compact<Order> {
  const { t } = useTranslation(["orders", "trading"]);
  const why = useWhyOrder();
  return useMemo(
    () => ({
      title: ({ action, direction, quantity, instrument }) => (
        <span className="font-medium tabular [overflow-wrap:anywhere]">
          {action !== "order" && `${t(`action_${action}`, { ns: "trading" })} `}
          {direction && <Side side={direction} />} {quantity}{" "}
          {instrument?.ticker ?? (direction || action !== "order" ? "" : t("order"))}
        </span>
      ),
      status: (order) => (
        <span className="flex items-center">
          <OrderStatus order={order} />
          {order.usedOldId && <OldIdMark />}
        </span>
      ),
      details: (order) => (
        <>
          {order.instrument && t(order.instrument.exchange, { ns: "trading" })}
          {" · "}
          <Environment isDemo={order.isDemo} isPlain />
          {" · "}
          <DateTime at={order.createdDate} hasSeconds />
          {order.execution && (
            <>
              {" · "}
              <ExecutionLine order={order} />
            </>
          )}
          {order.cancels && (
            <>
              {" · "}
              <CancelsLine cancels={order.cancels} />
            </>
          )}
          {/* The reason first: what doesn't fit into the two lines is cut. */}
          {why(order) && ` · ${why(order)}`}
          {order.strategy && ` · ${order.strategy.name}`}
        </>
      ),
    }),
    [t, why],
  );
}
