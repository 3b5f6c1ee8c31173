import { type Component, type ServiceStatus, type VenueName, VENUES } from "@chartrelay/contract";
import { VenueMark } from "../../core/trading/venue.tsx";
import { useTexts } from "../../lib/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { LOOKS } from "./states.ts";
import { UptimeBars } from "./uptime-bars.tsx";

/** Each part of the service: whether it works now, and its last 90 days. */
export function Components({ components, uptime, at }: Pick<ServiceStatus, "components" | "uptime" | "at">) {
  const { t } = useTexts("status");
  return (
    <ul className="card">
      {components.map(({ component, state }, index) => {
        const { Icon, color } = LOOKS[state];
        const days = uptime.find((each) => each.component === component)?.days ?? [];
        return (
          <li key={component} className={classNames("p-5", index > 0 && "border-t border-line")}>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 className="flex items-center gap-2 font-semibold">
                <ComponentName component={component} />
              </h3>
              <p className={classNames("flex items-center gap-2 text-14 font-semibold", color)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(state)}
              </p>
            </div>
            <UptimeBars days={days} today={at} />
          </li>
        );
      })}
    </ul>
  );
}

function ComponentName({ component }: { readonly component: Component }) {
  const { t } = useTexts("status");
  const { t: ofTrading } = useTexts("trading");
  if (!isVenue(component)) return t(`component_${component}`);
  return (
    <>
      <VenueMark name={component} />
      {t("component_venue", { venue: ofTrading(component) })}
    </>
  );
}

const isVenue = (component: Component): component is VenueName => VENUES.some((name) => name === component);
