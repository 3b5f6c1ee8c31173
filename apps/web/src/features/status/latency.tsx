import type { ServiceStatus } from "@chartrelay/contract";
import { formatMs } from "../../core/trading/format-ms.ts";
import { VenueMark } from "../../core/trading/venue.tsx";
import { useTexts } from "../../lib/texts.ts";

type VenueLatency = ServiceStatus["latency"]["venues"][number];

const PERIODS = ["hour", "day", "month"] as const;
const LEGS = ["relay", "venue"] as const;
const PERCENTILES = ["p50Us", "p99Us"] as const;

/** How long orders took at each venue, live ones first. */
export function Latency({ venues }: Pick<ServiceStatus["latency"], "venues">) {
  const { t } = useTexts("status");
  if (venues.length === 0) return <p>{t("no_latency")}</p>;
  return [false, true].map((isDemo) => {
    const own = venues.filter((venue) => venue.isDemo === isDemo);
    return (
      own.length > 0 && (
        <div key={String(isDemo)} className="mt-6">
          <h3 className="mb-3 text-18 font-semibold">{t(isDemo ? "demo" : "live")}</h3>
          <div className="grid gap-4 desktop:grid-cols-2">
            {own.map((venue) => (
              <OneVenue key={venue.exchange} venue={venue} />
            ))}
          </div>
        </div>
      )
    );
  });
}

function OneVenue({ venue }: { readonly venue: VenueLatency }) {
  const { t, language } = useTexts("status");
  const { t: ofTrading } = useTexts("trading");
  const ms = (us: number | undefined) => (us === undefined ? "–" : formatMs(us, language));
  return (
    <div className="card p-4">
      <h4 className="mb-2 flex items-center gap-2 px-1 font-semibold">
        <VenueMark name={venue.exchange} />
        {ofTrading(venue.exchange)}
      </h4>
      <table aria-label={ofTrading(venue.exchange)} className="w-full text-14">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className="p-1 text-left font-medium text-muted">
              {t("period")}
            </th>
            <th scope="colgroup" colSpan={2} className="p-1 text-right font-semibold">
              {t("ours")}
            </th>
            <th scope="colgroup" colSpan={2} className="p-1 text-right font-semibold">
              {t("brokers")}
            </th>
          </tr>
          <tr>
            {LEGS.map((leg) =>
              ["p50", "p99"].map((name) => (
                <th key={leg + name} scope="col" className="p-1 text-right font-medium text-muted">
                  {name}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {PERIODS.map((period) => (
            <tr key={period}>
              <th scope="row" className="p-1 text-left font-medium">
                {t(period)}
                <span className="block text-12 font-medium text-muted">
                  {t("orders_count", {
                    count: venue[period].orders,
                    orders: venue[period].orders.toLocaleString(language),
                  })}
                </span>
              </th>
              {LEGS.map((leg) =>
                PERCENTILES.map((name) => (
                  <td key={leg + name} className="p-1 text-right whitespace-nowrap">
                    {ms(venue[period][leg]?.[name])}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
