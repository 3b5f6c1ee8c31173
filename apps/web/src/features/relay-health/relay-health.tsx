import type { RelayHealth as Health } from "@chartrelay/contract";
import { RefreshCw } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Thunk } from "../../core/thunk.ts";
import { formatMs } from "../../core/trading/format-ms.ts";
import { Environment } from "../../core/trading/account-label.tsx";
import { Venue } from "../../core/trading/venue.tsx";
import { useLoaded } from "../../core/use-loaded.ts";
import { Block } from "../../ui/block.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FigureTable } from "../../ui/figure-table.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { late } from "../../ui/late.ts";
import { DashboardTitle } from "../../ui/page-title.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { bucketLabels } from "./buckets.ts";
import { Outcomes } from "./outcomes.tsx";

const LatencyPlot = late(() => import("./latency-plot.tsx"));

const PERIODS_MIN = [5, 60, 1_440] as const;

/** The relay's health: what is waiting, the outcomes of what was sent, and how long it took. */
export function RelayHealth() {
  const { t } = useTranslation("relay-health");
  const [minutes, setMinutes] = useState<number>(60);
  const load = useCallback(() => fetchRelayHealth(minutes), [minutes]);
  const { value: health, error, reload } = useLoaded(load);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DashboardTitle>{t("title")}</DashboardTitle>
        {health && (
          <span className="text-14 text-muted">
            <DateTime at={health.at} isExact />
          </span>
        )}
        <span className="flex flex-wrap gap-2 tablet:ml-auto">
          {PERIODS_MIN.map((period) => (
            <Button
              key={period}
              look={period === minutes ? "primary" : "secondary"}
              aria-pressed={period === minutes}
              className="px-3 text-14 tablet:px-4"
              onClick={() => setMinutes(period)}
            >
              {t(`minutes_${period}`)}
            </Button>
          ))}
          <IconButton label={t("reload")} onClick={reload}>
            <RefreshCw aria-hidden className="size-5" />
          </IconButton>
        </span>
      </div>
      {error !== undefined && <LoadFailed error={error} onRetry={reload} />}
      {error === undefined && !health && <FiguresOnTheirWay />}
      {health && <Figures health={health} />}
    </div>
  );
}

/** Loads the relay's health over the last `minutes`. @throws what the API answered, when it refuses. */
const fetchRelayHealth =
  (minutes: number): Thunk<Health> =>
  (_, __, { client }) =>
    client.get("/admin/relay", { minutes });

function Figures({ health }: { readonly health: Health }) {
  const { t, i18n } = useTranslation(["relay-health", "trading"]);
  const { queue, outcomes, latency, nodes, pools, stalled } = health;
  const ms = (us: number | null) => (us === null ? "–" : t("ms", { ms: formatMs(us, i18n.language) }));
  return (
    // No shorter than what stands here while they load, even when no order has been sent yet: the footer doesn't move.
    <div className="grid min-h-dvh grid-cols-1 content-start gap-6 desktop:grid-cols-2">
      <Block title={t("queue")}>
        <Facts>
          <Fact name={t("queued")}>{queue.queued}</Fact>
          <Fact name={t("sending")}>{queue.sending}</Fact>
          <Fact name={t("unresolved")}>{queue.unresolved}</Fact>
          <Fact name={t("accounts")}>{queue.lanes}</Fact>
          <Fact name={t("oldest")}>{ms(queue.oldestUs)}</Fact>
        </Facts>
        {stalled.map(({ exchange, isDemo, orders, oldestUs }) => (
          <p key={`${exchange} ${isDemo}`} className="flex flex-wrap items-center gap-2 text-14 text-error">
            <Venue name={exchange} />
            <Environment isDemo={isDemo} />
            {t("stalled", { orders, oldest: ms(oldestUs) })}
          </p>
        ))}
      </Block>
      <Block title={t("nodes")}>
        <FigureTable
          head={[t("node"), t("partitions"), t("role")]}
          rows={nodes.map(({ node, isThis, partitions, relays }) => [
            `${node}${isThis ? ` · ${t("this_node")}` : ""}`,
            partitions,
            t(relays ? "relays" : "accepts"),
          ])}
        />
        <FigureTable
          head={[t("pool"), t("open"), t("idle"), t("waiting")]}
          rows={pools.map(({ name, open, idle, waiting }) => [name, open, idle, waiting])}
        />
      </Block>
      <Block title={t("outcomes")}>
        {outcomes.length === 0 ? (
          <Empty title={t("none")} reason={t("none_reason")} />
        ) : (
          <Outcomes outcomes={outcomes} />
        )}
      </Block>
      {latency.map((one) => (
        <Block key={one.exchange} title={<Venue name={one.exchange} />} hint={t("plot_hint")}>
          <Suspense fallback={<div className="h-55" />}>
            <LatencyPlot latency={one} />
          </Suspense>
          <FigureTable
            head={[t("part"), "p50", "p95", "p99"]}
            rows={(["relay", "venue"] as const).map((part) => [
              t(part),
              ms(one[part].p50Us),
              ms(one[part].p95Us),
              ms(one[part].p99Us),
            ])}
          />
          <details className="text-14">
            <summary className="inline-flex min-h-11 items-center link">{t("as_table")}</summary>
            <FigureTable
              head={[t("bucket"), t("relay"), t("venue")]}
              rows={one.relay.orders.map((orders, at) => [bucketLabels[at] ?? "", orders, one.venue.orders[at] ?? 0])}
            />
          </details>
        </Block>
      ))}
    </div>
  );
}

function FiguresOnTheirWay() {
  return (
    // As tall as the screen: the footer comes into view only below the figures, and doesn't move.
    <OnItsWay className="grid min-h-dvh grid-cols-1 content-start gap-6 desktop:grid-cols-2">
      {[5, 4, 6, 8].map((rows) => (
        <span key={rows} className="flex flex-col gap-3 card p-5">
          <Skeleton className="mb-1 h-7 w-32" />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} className="h-5" />
          ))}
        </span>
      ))}
    </OnItsWay>
  );
}
