import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Island } from "../../core/island.tsx";
import { classNames } from "../../ui/class-names.ts";
import { AlertChart, MessageCard, OrderCard, TelegramCard } from "./relay-cards.tsx";

/** The milliseconds of an order's segments, as the journal shows them: from an order in the sandbox, rounded. */
const SEGMENTS = [2, 38, 140] as const;

/** When a segment's packet starts and when it arrives; each has its own turn. */
const STARTS = ["[--delay:700ms]", "[--delay:1900ms]", "[--delay:3100ms]"] as const;
const ARRIVALS = ["[--delay:400ms]", "[--delay:1600ms]", "[--delay:2800ms]", "[--delay:4000ms]"] as const;

/**
 * The product at work: the chart fires, its message runs along the rail and arrives as an order and as a Telegram
 * message. Everything is visible from the first frame; only light runs over it, once, and again on request.
 */
export function RelayScene() {
  const { t } = useTranslation("landing");
  const stops = [
    { title: t("scene_alert"), card: <AlertChart /> },
    { title: t("scene_message"), card: <MessageCard /> },
    { title: t("scene_order"), card: <OrderCard /> },
    { title: t("scene_telegram"), card: <TelegramCard /> },
  ];
  return (
    <figure className="mt-10 card p-5 shadow-card tablet:p-8">
      <ol aria-label={t("scene")} className="flex flex-col desktop:grid desktop:grid-cols-4 desktop:gap-6">
        {stops.map(({ title, card }, index) => (
          <Stop key={title} index={index} title={title}>
            {card}
          </Stop>
        ))}
      </ol>
      <figcaption className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3 text-14 text-muted">
        {t("scene_note")}
        <Island name="replay" props={{ text: t("scene_again") }} />
      </figcaption>
    </figure>
  );
}

interface StopProps {
  readonly index: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** A stop on the rail, and the segment to the next one. */
function Stop({ index, title, children }: StopProps) {
  const { t } = useTranslation("landing");
  const segment = SEGMENTS[index];
  return (
    <li className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-4 pb-12 last:pb-0 tablet:last:pb-0 tablet:grid-cols-[16px_184px_minmax(0,1fr)] tablet:pb-8 desktop:flex desktop:flex-col-reverse desktop:pb-0">
      <p className="col-start-2 mb-3 text-14 font-semibold desktop:mt-3 desktop:mb-0">{title}</p>
      <span aria-hidden className="absolute top-0.5 left-0 size-4 desktop:relative desktop:top-0 desktop:mt-6">
        <span
          className={classNames("absolute inset-0 animate-ping-once rounded-full bg-accent opacity-0", ARRIVALS[index])}
        />
        <span className="absolute inset-0 rounded-full border-4 border-accent bg-surface" />
      </span>
      {segment !== undefined && (
        <span className="absolute top-6 bottom-1 left-[7px] w-0.5 bg-line desktop:top-auto desktop:right-[-20px] desktop:bottom-[39px] desktop:left-5 desktop:h-0.5 desktop:w-auto">
          <span
            aria-hidden
            className={classNames(
              "absolute inset-0 animate-packet-y opacity-0 desktop:animate-packet-x",
              STARTS[index],
            )}
          >
            <span className="absolute -top-2 -left-[13px] rounded-full bg-accent px-1.5 font-mono text-12 text-on-accent desktop:-top-[7px] desktop:-left-3">
              {"{ }"}
            </span>
          </span>
          <span className="absolute bottom-0 left-[25px] font-mono text-12 whitespace-nowrap text-muted desktop:bottom-2.5 desktop:left-1/2 desktop:-translate-x-1/2">
            {t("scene_segment", { ms: segment })}
          </span>
        </span>
      )}
      <div
        className={classNames(
          "col-start-2 max-w-[420px] animate-nudge tablet:col-start-3 desktop:flex-1",
          ARRIVALS[index],
        )}
      >
        {children}
      </div>
    </li>
  );
}
