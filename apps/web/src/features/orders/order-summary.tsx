import { strategyPath, type Order } from "@chartrelay/contract";
import { Hourglass, TriangleAlert, Waypoints } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { OrderStatus } from "./order-status.tsx";
import { DateTime } from "../../ui/date-time.tsx";

/** What was ordered, where, and what has become of it. */
export function OrderSummary({ order }: { readonly order: Order }) {
  const { t } = useTranslation(["order", "trading"]);
  const {
    action,
    direction,
    quantity,
    instrument,
    type,
    open,
    status,
    createdDate,
    isDemo,
    accountName,
    accountEnding,
  } = order;
  const isLegible = action !== "order" || (direction ?? quantity ?? instrument?.ticker ?? null) !== null;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-22 font-semibold tabular [overflow-wrap:anywhere]">
          {action !== "order" && `${t(`action_${action}`, { ns: "trading" })} `}
          {direction && <Side side={direction} />} {quantity} {instrument?.ticker}
          {!isLegible && <span className="text-muted">{t("illegible")}</span>}
        </p>
        <span className="py-1">
          <OrderStatus order={order} />
        </span>
      </div>
      <p className="text-14 text-muted">
        {type && t(type, { ns: "trading" })}
        {open !== null && <span className="tabular"> {open}</span>}
        {(type ?? open) !== null && " · "}
        <DateTime at={createdDate} isExact />
      </p>
      {instrument && (
        <AccountLabel
          account={{ name: accountName, keyEnding: accountEnding, exchange: instrument.exchange, isDemo }}
          className="text-14"
        />
      )}
      {order.strategy && <OfStrategy strategy={order.strategy} />}
      {status === "NEW" && <Pending order={order} />}
    </header>
  );
}

/** The strategy whose signal made it. */
function OfStrategy({ strategy: { id, name } }: { readonly strategy: NonNullable<Order["strategy"]> }) {
  const { t } = useTranslation("order");
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-14">
      <Waypoints aria-hidden className="size-4 text-muted" />
      <span className="text-muted">{t("strategy")}</span>
      {id === null ? (
        <span>{name}</span>
      ) : (
        <Link to={strategyPath(id)} className="-my-3 inline-flex min-h-11 items-center link [overflow-wrap:anywhere]">
          {name}
        </Link>
      )}
    </p>
  );
}

/** What an order that hasn't ended is waiting for. */
function Pending({ order: { stage } }: { readonly order: Order }) {
  const { t } = useTranslation(["order", "orders"]);
  const isUnclear = stage === "unresolved";
  const Icon = isUnclear ? TriangleAlert : Hourglass;
  return (
    <div
      role="status"
      className={`mt-2 flex gap-3 rounded-card border p-4 ${isUnclear ? "border-warning/40 bg-warning/8" : "border-line bg-page"}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="flex flex-col gap-1">
        <p className="font-semibold first-letter:uppercase">{t(`stage_${stage}`, { ns: "orders" })}</p>
        {isUnclear && <p className="text-14 text-muted">{t("unresolved_next")}</p>}
      </div>
    </div>
  );
}
