import type { Overview as Figures } from "@chartrelay/contract";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import type { Thunk } from "../../core/thunk.ts";
import { formatMs } from "../../core/trading/format-ms.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { useLoaded } from "../../core/use-loaded.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A burst of orders counts as one change. */
const SETTLE_MS = 1_000;

/**
 * Today at a glance: orders, refusals, latency, and the accounts that need attention. `given` is what the page has
 * already loaded, so that nothing below has to move.
 */
export function Overview({ given }: { readonly given: Figures | undefined }) {
  const { t } = useTranslation("overview");
  const { value, error, reload } = useLoaded(fetchOverview, given);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  useLive({
    onEvent: (topic) => {
      if (topic !== "order" && topic !== "account") return;
      clearTimeout(settling.current);
      settling.current = setTimeout(reload, SETTLE_MS);
    },
    onMissed: reload,
  });
  return (
    <section aria-label={t("today")} className="flex flex-col gap-4">
      {error !== undefined && <LoadFailed error={error} onRetry={reload} />}
      {error === undefined && (
        <div className="grid grid-cols-2 gap-3 desktop:grid-cols-4">
          <Tiles value={value} />
        </div>
      )}
      {value && value.attention.length > 0 && <Attention attention={value.attention} />}
    </section>
  );
}

function Tiles({ value }: { readonly value: Figures | undefined }) {
  const { t, i18n } = useTranslation(["overview", "reasons"]);
  const ms = (us: number | undefined) => (us === undefined ? "–" : t("ms", { ms: formatMs(us, i18n.language) }));
  const [worst] = value?.refusals ?? [];
  const day = value ? new Date(value.since).toLocaleDateString("sv") : "";
  return (
    <>
      <Tile name={t("orders_today")} to={`/profile/orders?from=${day}`} value={value?.orders.total}>
        {value && t("orders_split", { created: value.orders.created, waiting: value.orders.waiting })}
      </Tile>
      <Tile
        name={t("refusals_today")}
        to={`/profile/orders?from=${day}&status=REJECTED`}
        value={value?.orders.rejected}
      >
        {value &&
          (worst ? t(worst.reason, { ns: "reasons" }) : t(value.orders.total === 0 ? "none_yet" : "no_refusals"))}
      </Tile>
      <Tile name={t("relay")} value={value && ms(value.relay?.p50Us)}>
        {value && (value.relay ? t("relay_hint", { p95: ms(value.relay.p95Us) }) : t("none_yet"))}
      </Tile>
      <Tile name={t("venue")} value={value && ms(value.venue?.p50Us)}>
        {value && (value.venue ? t("venue_hint", { p95: ms(value.venue.p95Us) }) : t("none_yet"))}
      </Tile>
    </>
  );
}

interface TileProps {
  readonly name: string;
  /** Undefined while it is loading. */
  readonly value: number | string | undefined;
  /** The link to the rows behind the figure. */
  readonly to?: string;
  readonly children: ReactNode;
}

function Tile({ name, value, to, children }: TileProps) {
  return (
    <div className="relative flex min-h-31 min-w-0 flex-col gap-1 card p-4">
      <p className="text-14 text-muted">
        {to ? (
          <Link to={to} className="rounded-[4px] underline-offset-4 after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      {value === undefined ? (
        <Skeleton className="h-8 w-20" />
      ) : (
        <p className="text-22 font-semibold whitespace-nowrap tabular tablet:text-28">{value}</p>
      )}
      <p className="line-clamp-4 text-14 text-muted tablet:line-clamp-2">{children}</p>
    </div>
  );
}

/** Says only once what several accounts have in common. */
function Attention({ attention }: Pick<Figures, "attention">) {
  const { t } = useTranslation("overview");
  return (
    <div className="flex flex-col gap-2 card p-4">
      <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
        <TriangleAlert aria-hidden className="size-5 text-warning" />
        {t("attention")}
        <Link to="/profile/api" className="ml-auto inline-flex min-h-11 items-center text-14 link">
          {t("to_keys")}
        </Link>
      </h2>
      <ul className="flex flex-col divide-y divide-line text-14">
        {Array.from(
          Map.groupBy(attention, (one) => one.attention),
          ([why, accounts]) => (
            <li key={why} className="flex flex-col gap-2 py-3">
              <span>{t(`attention_${why}`)}</span>
              <span className="flex flex-wrap gap-x-4 gap-y-2 text-muted">
                {accounts.map(({ at, ...account }) => (
                  <span key={account.accountId} className="inline-flex items-center gap-2">
                    <AccountLabel account={account} className="text-ink" />
                    {at !== null && <DateTime at={at} />}
                  </span>
                ))}
              </span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

/** Loads today at a glance; today began at the reader's own midnight. */
export const fetchOverview =
  (): Thunk<Figures> =>
  (_, __, { client }) =>
    client.get("/users/me/overview", { tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
