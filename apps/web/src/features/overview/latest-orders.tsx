import type { Order, Page } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Environment, KeyEnding } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { Status } from "../../core/trading/status.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Panel, PANEL_LINK } from "./panel.tsx";

interface LatestOrdersProps {
  /** Undefined while they are loading, and when that failed. */
  readonly page: Page<Order> | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}

const ROWS = [1, 2, 3, 4, 5];

/** The newest orders, of whatever day. Each leads to its page. */
export function LatestOrders({ page, error, onRetry }: LatestOrdersProps) {
  const { t } = useTranslation("overview");
  return (
    <Panel
      title={t("latest")}
      aside={
        <Link to="/profile/orders" className={PANEL_LINK}>
          {t("all_orders")}
        </Link>
      }
    >
      {error !== undefined && <LoadFailed error={error} onRetry={onRetry} />}
      {error === undefined && !page && ROWS.map((row) => <Skeleton key={row} className="my-2 h-11 w-full" />)}
      {page?.content.length === 0 && <p className="py-3 text-14 text-muted">{t("no_orders")}</p>}
      {page && page.content.length > 0 && (
        <ul className="-mx-2 flex flex-col">
          {page.content.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Two lines: what it was and how it ended; where and when. */
function OrderRow({ order }: { readonly order: Order }) {
  const { t } = useTranslation(["overview", "trading"]);
  const { id, action, direction, quantity, instrument, status, accountName, accountEnding, isDemo, createdDate } =
    order;
  const where = accountName ?? (instrument && t(instrument.exchange, { ns: "trading" }));
  return (
    <Link
      to={`/profile/orders/${id}`}
      className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control px-2 py-2 text-14 transition-colors duration-150 hover:bg-page"
    >
      <span className="flex min-w-0 items-baseline gap-1.5">
        {action !== "order" && <span className="shrink-0">{t(`action_${action}`, { ns: "trading" })}</span>}
        {direction && <Side side={direction} />}
        {quantity !== null && <span className="tabular">{quantity}</span>}
        <span className="truncate font-medium">
          {instrument?.ticker ?? (action === "cancelAll" ? "" : t("unreadable"))}
        </span>
      </span>
      <Status status={status} />
      <span className="flex min-w-0 items-center gap-1.5 text-12 text-muted">
        {/* A long name is cut; what follows it is not. */}
        {where && <span className="truncate">{where}</span>}
        {accountEnding !== null && <KeyEnding ending={accountEnding} />}
        <Environment isDemo={isDemo} isPlain />
      </span>
      <span className="text-right text-12 text-muted tabular">
        <DateTime at={createdDate} />
      </span>
    </Link>
  );
}
