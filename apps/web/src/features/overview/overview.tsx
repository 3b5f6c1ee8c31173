import type { Order, Overview as Figures, Page } from "@chartrelay/contract";
import { useCallback, type ReactNode } from "react";
import { useLiveReload } from "../../core/live/use-live-reload.ts";
import { useLoaded } from "../../core/use-loaded.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { AccountsState } from "./accounts-state.tsx";
import { fetchLatestOrders, fetchOverview } from "./api.ts";
import { Latency } from "./latency.tsx";
import { LatestOrders } from "./latest-orders.tsx";
import { Refusals } from "./refusals.tsx";
import { Today } from "./today.tsx";

/** Topics of events that change a figure. */
const TOPICS: ReadonlySet<string> = new Set(["order", "account"]);

interface OverviewProps {
  /** What the page has already loaded, so that nothing has to move. */
  readonly given: Figures | undefined;
  readonly latest: Page<Order> | undefined;
  /** Below the figures, beside the accounts. */
  readonly children: ReactNode;
}

/** How the day is going: orders, refusals, latency, accounts. It updates as things happen. */
export function Overview({ given, latest, children }: OverviewProps) {
  const { value, error, reload } = useLoaded(fetchOverview, given);
  const orders = useLoaded(fetchLatestOrders, latest);
  const reloadOrders = orders.reload;
  useLiveReload(
    TOPICS,
    useCallback(() => {
      reload();
      reloadOrders();
    }, [reload, reloadOrders]),
  );
  if (error !== undefined) {
    return (
      <div className="card">
        <LoadFailed error={error} onRetry={reload} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 tablet:gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <div className="flex min-w-0 flex-col gap-4 tablet:gap-6">
        <Today value={value} />
        {value && value.refusals.length > 0 && <Refusals since={value.since} refusals={value.refusals} />}
        <AccountsState value={value} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 tablet:gap-6">
        <LatestOrders page={orders.value} error={orders.error} onRetry={reloadOrders} />
        <Latency value={value} />
        {children}
      </div>
    </div>
  );
}
