import { isFieldSupported, orderTypesOf, type ListedVenue, type OrderType } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";

/** The fields that only some orders may have, in the order in which a trader thinks of them. */
const FIELDS = [
  "price",
  "timeInForce",
  "condition",
  "triggerPrice",
  "stopEndUnixTime",
  "activate",
  "icebergFixed",
  "icebergVariance",
  "positionSide",
] as const;

/** Orders for which a price is more than a remark. */
const PRICED: ReadonlySet<OrderType> = new Set(["LIMIT", "STOP_LIMIT"]);

/** Returns the order types to which the field means something at the venue. */
function typesWith(field: (typeof FIELDS)[number], venue: ListedVenue): readonly OrderType[] {
  return orderTypesOf(venue).filter((type) => {
    if (field === "price") return PRICED.has(type);
    // A market order may say that it ends at once, but has no choice.
    if (field === "timeInForce") return venue.timesInForce[type] !== undefined;
    return isFieldSupported(venue, type, field);
  });
}

/** The fields that an order may have at a venue, what each means, and which order types may have it. */
export function Supported({ venue }: { readonly venue: ListedVenue }) {
  const { t } = useTranslation(["brokers", "builder", "trading"]);
  const times = new Set(Object.values(venue.timesInForce).flat());
  const rows = FIELDS.map((field) => ({ field, types: typesWith(field, venue) })).filter(
    ({ types }) => types.length > 0,
  );
  return (
    <dl className="card px-5 tablet:px-6">
      {rows.map(({ field, types }) => (
        <div
          key={field}
          className="grid gap-x-6 gap-y-2 border-b border-line py-4 last:border-b-0 desktop:grid-cols-[180px_minmax(0,1fr)_minmax(0,auto)]"
        >
          <dt>
            <code className="font-mono text-14 font-medium">{field}</code>
          </dt>
          <dd className="text-muted">
            {t(`field_${field}`)}
            {field === "timeInForce" && (
              <ul className="mt-2 flex flex-col gap-1 text-14">
                {Array.from(times, (time) => (
                  <li key={time} className="flex flex-wrap gap-x-3">
                    <code className="font-mono text-ink">{time}</code>
                    {t(time, { ns: "builder" })}
                  </li>
                ))}
              </ul>
            )}
          </dd>
          <dd className="flex flex-wrap items-start gap-1.5 desktop:max-w-[320px] desktop:justify-end">
            {types.map((type) => (
              <span key={type} className="rounded-full border border-line px-2.5 py-0.5 text-12 font-medium">
                {t(type, { ns: "trading" })}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
