/** Drawings of what is connected: our own, not anybody's trademark. */
import { Mark } from "../../ui/mark.tsx";

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
export function ChartLogo({ className }: LogoProps) {
  return (
    <svg {...LINES} className={className}>
      <rect x="3" y="5" width="34" height="30" rx="5" />
      <path d="M12 12v16M20 10v14M28 14v14" />
      <path d="M12 17v6M20 14v5M28 18v7" strokeWidth="6" strokeLinecap="butt" />
    </svg>
  );
}

export const ProductLogo = Mark;

/** A broker's API: a portal of columns with a socket in it. */
export function BrokerLogo({ className }: LogoProps) {
  return (
    <svg {...LINES} className={className}>
      <path d="M4 15L20 5l16 10zM4 35h32M9 20v10M31 20v10" />
      <path d="M16 20v4a4 4 0 0 0 8 0v-4M20 28v7" />
    </svg>
  );
}
