import type { Overview } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

type Hour = Overview["hours"][number];

/** The chart's units: a bar's place is as wide as the chart divided by the hours. */
const PLACE = 10;
const BAR = 7;
const HEIGHT = 100;
/** Even a single order among thousands can be seen. */
const SMALLEST = 2;

/** From the bottom up. */
const PARTS = [
  { name: "created", fill: "fill-ok" },
  { name: "waiting", fill: "fill-warning" },
  { name: "rejected", fill: "fill-error" },
] as const;

/** The day by hour, a bar for each; and as a table for those who don't see it. */
export function DayChart({ hours }: { readonly hours: readonly Hour[] }) {
  const { t, i18n } = useTranslation("overview");
  const most = Math.max(...hours.map(totalOf));
  const width = hours.length * PLACE;
  return (
    <div className="mt-5">
      <div className="relative h-28">
        {most > 0 ? (
          <span className="absolute top-0 right-0 -translate-y-1/2 bg-surface pl-2 text-12 text-muted tabular">
            {new Intl.NumberFormat(i18n.language).format(most)}
          </span>
        ) : (
          <p className="absolute inset-0 flex items-center justify-center text-14 text-muted">{t("none_yet")}</p>
        )}
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full border-t border-b border-line"
        >
          {hours.map((hour, index) => (
            <Bar key={hour.from} hour={hour} x={index * PLACE + (PLACE - BAR) / 2} most={most} />
          ))}
        </svg>
      </div>
      <p aria-hidden className="flex pt-1 text-12 text-muted tabular">
        {hours.map(({ from }, index) => (
          <span key={from} className="w-0 grow whitespace-nowrap">
            {index % 3 === 0 && (
              <span className={classNames(index % 6 !== 0 && "hidden tablet:inline")}>{clockOf(from)}</span>
            )}
          </span>
        ))}
      </p>
      {most > 0 && <HourTable hours={hours} />}
    </div>
  );
}

function Bar({ hour, x, most }: { readonly hour: Hour; readonly x: number; readonly most: number }) {
  const heightOf = (orders: number) => (orders === 0 ? 0 : Math.max((orders / most) * HEIGHT, SMALLEST));
  let bottom = HEIGHT;
  return PARTS.map(({ name, fill }) => {
    const height = heightOf(hour[name]);
    bottom -= height;
    return height > 0 && <rect key={name} x={x} y={Math.max(bottom, 0)} width={BAR} height={height} className={fill} />;
  });
}

function HourTable({ hours }: { readonly hours: readonly Hour[] }) {
  const { t } = useTranslation("overview");
  return (
    <table className="sr-only">
      <caption>{t("by_hour")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("hour")}</th>
          {PARTS.map(({ name }) => (
            <th key={name} scope="col">
              {t(`orders_${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.filter(totalOf).map((hour) => (
          <tr key={hour.from}>
            <th scope="row">{clockOf(hour.from)}</th>
            {PARTS.map(({ name }) => (
              <td key={name}>{hour[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const totalOf = ({ created, rejected, waiting }: Hour) => created + rejected + waiting;

/** Returns the time on the reader's clock: 09:00. */
function clockOf(from: string): string {
  const date = new Date(from);
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}
