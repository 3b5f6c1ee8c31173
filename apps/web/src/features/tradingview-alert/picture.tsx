/** The parts of which the drawings of TradingView's windows are made. Real text and boxes: sharp at every width. */
import { Check, ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";

/** What the reader should look at. */
const MARKED = "outline-2 outline-offset-2 outline-accent";

interface PictureProps {
  /** What it shows, for those who can't see it. */
  readonly alt: string;
  readonly children: ReactNode;
}

/** A drawing: one image to a screen reader, and nothing in it can be pressed. */
export function Picture({ alt, children }: PictureProps) {
  return (
    <div role="img" aria-label={alt} className="min-w-0 rounded-control border border-line bg-page p-3 select-none">
      <div aria-hidden className="text-12">
        {children}
      </div>
    </div>
  );
}

const TABS = ["settings", "message", "notifications"] as const;
type Tab = (typeof TABS)[number];

interface AlertWindowProps {
  readonly tab: Tab;
  /** The button that ends the whole thing is the one to press. */
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

/** TradingView's window for a new alert, with one of its tabs open. */
export function AlertWindow({ tab, isLast = false, children }: AlertWindowProps) {
  const { t } = useTranslation("tradingview");
  return (
    <div className="rounded-control border border-line bg-surface shadow-card">
      <div className="flex items-center justify-between gap-2 px-3 pt-3">
        <span className="truncate text-14 font-semibold">{t("ui_title", { ticker: "SBER" })}</span>
        <X className="size-4 shrink-0 text-muted" />
      </div>
      <div className="mt-2 flex gap-4 border-b border-line px-3">
        {TABS.map((one) => (
          <span
            key={one}
            className={classNames(
              "-mb-px border-b-2 py-1.5 whitespace-nowrap",
              one === tab ? "border-accent font-semibold text-accent" : "border-transparent text-muted",
            )}
          >
            {t(`ui_${one}`)}
          </span>
        ))}
      </div>
      <div className="flex flex-col gap-2.5 p-3">{children}</div>
      <div className="flex justify-end gap-2 border-t border-line p-3">
        <span className="rounded-[6px] border border-edge px-3 py-1">{t("ui_cancel")}</span>
        <span
          className={classNames(
            "rounded-[6px] px-3 py-1 font-semibold",
            isLast ? `bg-accent text-on-accent ${MARKED}` : "bg-ink text-surface",
          )}
        >
          {t("ui_create")}
        </span>
      </div>
    </div>
  );
}

interface MarkedProps {
  readonly isMarked?: boolean;
}

interface RowProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A labelled line of the window. */
export function Row({ label, children }: RowProps) {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)] items-start gap-3">
      <span className="py-1.5 text-muted">{label}</span>
      <div className="flex min-w-0 flex-col gap-2">{children}</div>
    </div>
  );
}

/** A closed list with its choice. */
export function Choice({ isMarked = false, children }: MarkedProps & { readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "flex items-center justify-between gap-2 rounded-[6px] border px-2 py-1.5",
        isMarked ? `border-accent bg-accent-soft font-semibold ${MARKED}` : "border-line",
      )}
    >
      <span className="min-w-0 truncate">{children}</span>
      <ChevronDown className="size-3.5 shrink-0 text-muted" />
    </span>
  );
}

/** A field with what was pasted into it. */
export function Pasted({ isMarked = false, children }: MarkedProps & { readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "block rounded-[6px] border px-2 py-1.5 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]",
        isMarked ? `border-accent bg-accent-soft ${MARKED}` : "border-line",
      )}
    >
      {children}
    </span>
  );
}

interface TickProps extends MarkedProps {
  readonly label: string;
  readonly isOn?: boolean;
}

/** A box to tick. */
export function Tick({ label, isOn = false, isMarked = false }: TickProps) {
  return (
    <span className="flex items-center gap-2">
      <span
        className={classNames(
          "inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border",
          isOn ? "border-accent bg-accent text-on-accent" : "border-edge",
          isMarked && MARKED,
        )}
      >
        {isOn && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className={classNames(isMarked && "font-semibold")}>{label}</span>
    </span>
  );
}

/** The bar above the chart, and a strategy's trades below it. */
export function ChartWindow() {
  const { t } = useTranslation("tradingview");
  return (
    <div className="overflow-hidden rounded-control border border-line bg-surface shadow-card">
      <div className="flex items-center gap-3 border-b border-line px-3 py-2 whitespace-nowrap">
        <span className="font-semibold">SBER</span>
        <span className="text-muted">5m</span>
        <span className="hidden text-muted tablet:inline">{t("ui_indicators")}</span>
        <span className={classNames("rounded-[6px] bg-accent-soft px-2 py-1 font-semibold text-accent", MARKED)}>
          {t("ui_alert")}
        </span>
        <span className="truncate text-muted">{t("ui_replay")}</span>
      </div>
      <div className="relative">
        <span className="absolute top-2 left-3 rounded-[4px] border border-line bg-surface px-1.5 py-0.5">
          {t("ui_strategy")}
        </span>
        <svg viewBox="0 0 320 128" className="block w-full" fill="none" strokeLinejoin="round" strokeLinecap="round">
          <path d="M0 34H320M0 66H320M0 98H320" className="stroke-line" />
          <path
            d="M0 92L20 98 40 86 60 94 80 104 100 96 120 108 140 84 160 76 180 82 200 60 220 66 240 46 260 52 280 34 320 28"
            className="stroke-muted"
            strokeWidth="2"
          />
          <path d="M120 122v-9m0 0l-5 5m5-5l5 5" className="stroke-ok" strokeWidth="2.5" />
          <path d="M280 12v9m0 0l-5-5m5 5l5-5" className="stroke-error" strokeWidth="2.5" />
        </svg>
      </div>
    </div>
  );
}
