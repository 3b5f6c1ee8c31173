import type { Overview } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { formatMs } from "../../core/trading/format-ms.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Panel } from "./panel.tsx";

type Measured = Overview["relay"];

/** A change below this is the day's noise. */
const NOTABLE = 0.1;

/** How long orders took today, at our side and at the broker's, and how that compares with the week before. */
export function Latency({ value }: { readonly value: Overview | undefined }) {
  const { t } = useTranslation("overview");
  const { relay = null, venue = null, week } = value ?? {};
  const total = (relay?.p50Us ?? 0) + (venue?.p50Us ?? 0);
  return (
    <Panel title={t("latency")}>
      {relay && venue && (
        <div aria-hidden className="mt-1 mb-4 flex h-2 gap-0.5 overflow-hidden rounded-full">
          <span className="min-w-1 bg-accent" style={{ width: `${(relay.p50Us / total) * 100}%` }} />
          <span className="grow bg-edge" />
        </div>
      )}
      <dl className="grid grid-cols-1 gap-4 tablet:grid-cols-2 desktop:grid-cols-1">
        <Leg name={t("relay")} mark="bg-accent" isLoading={!value} now={relay} before={week?.relay ?? null} />
        <Leg name={t("venue")} mark="bg-edge" isLoading={!value} now={venue} before={week?.venue ?? null} />
      </dl>
    </Panel>
  );
}

interface LegProps {
  readonly name: string;
  /** The colour of its part of the bar. */
  readonly mark: string;
  readonly isLoading: boolean;
  readonly now: Measured;
  readonly before: Measured;
}

function Leg({ name, mark, isLoading, now, before }: LegProps) {
  const { t, i18n } = useTranslation("overview");
  const ms = (us: number) => t("ms", { ms: formatMs(us, i18n.language) });
  return (
    <div>
      <dt className="flex items-center gap-2 text-14 text-muted">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${mark}`} />
        {name}
      </dt>
      <dd>
        {isLoading ? (
          <Skeleton className="my-1 h-7 w-24" />
        ) : (
          <span className="block text-22 font-semibold whitespace-nowrap tabular">{now ? ms(now.p50Us) : "–"}</span>
        )}
        <span className="block min-h-5 text-14 text-muted tabular">
          {now && t("p95", { p95: ms(now.p95Us) })}
          {!now && !isLoading && t("nothing_sent")}
        </span>
        <span className="block min-h-5 text-14 text-muted tabular">
          {before && t(compared(now, before), { week: ms(before.p50Us), percent: percentOf(now, before) })}
          {!before && !isLoading && t("no_week")}
        </span>
      </dd>
    </div>
  );
}

function compared(
  now: Measured,
  { p50Us }: NonNullable<Measured>,
): "week" | "week_same" | "week_slower" | "week_faster" {
  if (!now) return "week";
  if (Math.abs(now.p50Us - p50Us) < p50Us * NOTABLE) return "week_same";
  return now.p50Us > p50Us ? "week_slower" : "week_faster";
}

function percentOf(now: Measured, { p50Us }: NonNullable<Measured>): number {
  return now ? Math.round((Math.abs(now.p50Us - p50Us) / p50Us) * 100) : 0;
}
