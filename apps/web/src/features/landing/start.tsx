import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";
import { Section } from "./section.tsx";

const STEPS = [1, 2, 3] as const;

/** What connects to what, and the three steps that connect it. */
export function Start() {
  const { t } = useTranslation("landing");
  const { brand } = useSite();
  const logos = [
    { name: t("logo_chart"), Logo: ChartLogo },
    { name: brand, Logo: Mark },
    { name: t("logo_broker"), Logo: BrokerLogo },
  ];
  return (
    <Section id="start" title={t("start")}>
      <ul
        aria-label={t("start_logos")}
        className="relative mx-auto mt-10 grid max-w-[720px] grid-cols-3 before:absolute before:inset-x-[16%] before:top-10 before:h-0.5 before:bg-line"
      >
        {logos.map(({ name, Logo }) => (
          <li key={name} className="relative flex flex-col items-center gap-3 text-center text-14 font-medium">
            <span className="inline-flex size-20 items-center justify-center card text-accent">
              <Logo className="size-10" />
            </span>
            {name}
          </li>
        ))}
      </ul>
      <ol className="mt-12 grid gap-x-6 gap-y-8 desktop:grid-cols-3">
        {STEPS.map((number) => (
          <li key={number} className="flex gap-4 border-t-2 border-accent pt-5">
            <span aria-hidden className="text-40 leading-none font-semibold text-accent tabular">
              {number}
            </span>
            <div>
              <h3 className="text-18 font-semibold">{t(`step_${number}_title`)}</h3>
              <p className="mt-2 text-muted">{t(`step_${number}`)}</p>
              {number === 2 && (
                <Link to="/tradingview-alert" className="inline-flex min-h-11 items-center link">
                  {t("step_2_more")}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

// Drawings of what is connected: our own, not anybody's trademark.

interface LogoProps {
  readonly className?: string;
}

const LINES = {
  "aria-hidden": true,
  viewBox: "0 0 40 40",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** A charting platform: candles in a window. */
function ChartLogo({ className }: LogoProps) {
  return (
    <svg {...LINES} className={className}>
      <rect x="3" y="5" width="34" height="30" rx="5" />
      <path d="M12 12v16M20 10v14M28 14v14" />
      <path d="M12 17v6M20 14v5M28 18v7" strokeWidth="6" strokeLinecap="butt" />
    </svg>
  );
}

/** A broker's API: a portal of columns with a socket in it. */
function BrokerLogo({ className }: LogoProps) {
  return (
    <svg {...LINES} className={className}>
      <path d="M4 15L20 5l16 10zM4 35h32M9 20v10M31 20v10" />
      <path d="M16 20v4a4 4 0 0 0 8 0v-4M20 28v7" />
    </svg>
  );
}
