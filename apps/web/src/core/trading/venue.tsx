import type { VenueName } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

interface Mark {
  readonly letter: string;
  readonly colors: string;
}

const MARKS: Readonly<Partial<Record<VenueName, Mark>>> = {
  ALOR_BROKER: { letter: "A", colors: "bg-[#1d4ed8] text-[#fff]" },
  TINKOFF: { letter: "T", colors: "bg-[#ffdd2d] text-[#1f2533]" },
  BINANCE_SPOT: { letter: "B", colors: "bg-[#1f2533] text-[#f5c518]" },
  BINANCE_FUTURES: { letter: "F", colors: "bg-[#1f2533] text-[#f5c518]" },
};

interface VenueProps {
  readonly name: VenueName;
  readonly className?: string;
}

/** A broker, shown by mark and name. */
export function Venue({ name, className }: VenueProps) {
  const { t } = useTranslation("trading");
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <VenueMark name={name} />
      {t(name)}
    </span>
  );
}

/** Our own drawing, not anybody's logo. `className` sets its size. */
export function VenueMark({ name, className = "size-5 rounded-[6px] text-12" }: VenueProps) {
  const { letter, colors } = MARKS[name] ?? { letter: name.charAt(0), colors: "bg-accent-soft text-accent" };
  return (
    <span
      aria-hidden
      className={classNames(
        "inline-flex shrink-0 items-center justify-center border border-line font-bold",
        className,
        colors,
      )}
    >
      {letter}
    </span>
  );
}
