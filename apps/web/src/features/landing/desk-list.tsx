import { useTranslation } from "react-i18next";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { Status } from "../../core/trading/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ORDERS, REFUSED } from "./desk-story.ts";

/** The latest orders, each refusal with its reason in words. */
export function DeskList() {
  const { t } = useTranslation(["orders", "trading", "reasons"]);
  return (
    <>
      <p className="flex items-center justify-between border-b border-line px-4 py-3 tablet:px-5">
        <span className="font-semibold">{t("title")}</span>
        <span className="flex items-center gap-2 text-14 text-muted">
          <span aria-hidden className="size-2 rounded-full bg-ok" />
          {t("live_live", { ns: "trading" })}
        </span>
      </p>
      <ol className="flex grow flex-col text-14">
        {ORDERS.map((order) => (
          <li
            key={order.time}
            className={classNames(
              "grid grow grid-cols-[minmax(0,1fr)_auto] content-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 tablet:grid-cols-[4.5rem_minmax(0,1fr)_auto] tablet:px-5",
              order === REFUSED && "bg-accent-soft",
            )}
          >
            <span className="hidden font-mono leading-6 text-muted tabular tablet:inline">{order.time}</span>
            <span className="leading-6 font-medium tabular">
              <Side side={order.direction} /> {order.quantity} {order.ticker}
            </span>
            <span className="leading-6">
              <Status status={order.status} />
            </span>
            <span className="col-start-2 hidden text-muted tablet:col-span-2 tablet:block">
              <AccountLabel account={order.account} />
            </span>
            <span className="col-span-2 text-muted tabular tablet:hidden">
              {[
                t(order.account.exchange, { ns: "trading" }),
                t(order.account.isDemo ? "demo" : "live", { ns: "trading" }),
                order.time,
              ].join(" · ")}
            </span>
            {order.reason && (
              <span className="col-span-2 tablet:col-start-2">{t(order.reason, { ns: "reasons" })}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
