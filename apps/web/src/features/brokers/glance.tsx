import { orderTypesOf, type ListedVenue } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { VenueMark } from "../../core/trading/venue.tsx";

/** What a trader wants to know of a venue first, from its manifest. */
export function Glance({ venue }: { readonly venue: ListedVenue }) {
  const { t } = useTranslation(["brokers", "trading"]);
  const { name, quantityUnit } = venue;
  const facts = [
    { title: t("markets"), text: t(`${name}_markets`) },
    {
      title: t("orders"),
      text: orderTypesOf(venue)
        .map((type) => t(type, { ns: "trading" }))
        .join(" · "),
    },
    { title: t("quantity"), text: t(`quantity_${quantityUnit === "lots" ? "lots" : "base_units"}`) },
    { title: t("environments"), text: [t("demo", { ns: "trading" }), t("live", { ns: "trading" })].join(" · ") },
  ];
  return (
    <section aria-labelledby="glance" className="card p-6 shadow-card">
      <h2 id="glance" className="flex items-center gap-3 text-18 font-semibold">
        <VenueMark name={name} className="size-10 rounded-control text-18" />
        {t(name, { ns: "trading" })}
      </h2>
      <dl className="mt-4 text-14">
        {facts.map(({ title, text }) => (
          <div key={title} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-4 border-t border-line py-3 last:pb-0">
            <dt className="text-muted">{title}</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
