import type { ServiceStatus } from "@chartrelay/contract";
import { useTexts } from "../../lib/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { Components } from "./components.tsx";
import { Incidents } from "./incidents.tsx";
import { Latency } from "./latency.tsx";
import { LOOKS, overallState } from "./states.ts";
import { utcMinute } from "./utc.ts";

/** All that the status page shows of `status`. It runs on the server only: the page needs no script. */
export function Figures({ status }: { readonly status: ServiceStatus }) {
  const { t } = useTexts("status");
  return (
    <div className="mt-8 flex flex-col gap-14">
      <Overall status={status} />
      <section aria-labelledby="components">
        <h2 id="components" className="mb-4 text-22 font-semibold">
          {t("components")}
        </h2>
        <Components {...status} />
      </section>
      <section aria-labelledby="latency">
        <h2 id="latency" className="text-22 font-semibold">
          {t("latency")}
        </h2>
        <p className="mt-2 mb-6 max-w-[68ch] text-muted">{t("latency_hint")}</p>
        <Latency venues={inOrder(status)} />
      </section>
      <section aria-labelledby="incidents">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
          <h2 id="incidents" className="text-22 font-semibold">
            {t("incidents")}
          </h2>
          <a href="/status/feed.xml" className="inline-flex min-h-11 items-center link">
            {t("feed")}
          </a>
        </div>
        <Incidents incidents={status.incidents} />
      </section>
    </div>
  );
}

/** Returns the latencies in the order in which the parts are shown. */
const inOrder = ({ components, latency }: ServiceStatus) => {
  const order = components.map(({ component }): string => component);
  return latency.venues.toSorted((a, b) => order.indexOf(a.exchange) - order.indexOf(b.exchange));
};

/** The answer to the question that most readers come with. */
function Overall({ status: { components, at, isCurrent } }: { readonly status: ServiceStatus }) {
  const { t, language } = useTexts("status");
  const overall = overallState(components.map(({ state }) => state));
  const { Icon, color, title } = LOOKS[overall];
  return (
    <section className="card p-6">
      <p className={classNames("flex items-center gap-3 text-22 font-semibold", color)}>
        <Icon aria-hidden className="size-6 shrink-0" />
        {t(title)}
      </p>
      <p className="mt-2 text-14 text-muted">
        <time dateTime={at}>{t("as_of", { time: utcMinute(at, language) })}</time>
      </p>
      {!isCurrent && <p className="mt-2 max-w-[68ch] text-warning">{t("stale")}</p>}
    </section>
  );
}
