import type { Reason, Stop } from "@chartrelay/contract";
import { LoaderCircle, ShieldCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { formatDelay } from "../../core/trading/format-delay.ts";
import { useWhy } from "../../core/trading/why.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { liftStop } from "./api.ts";

const LOOKS = {
  working: { Icon: LoaderCircle, color: "text-warning", frame: "border-warning/40 bg-warning/8" },
  proven: { Icon: ShieldCheck, color: "text-ok", frame: "border-line bg-page" },
  unproven: { Icon: TriangleAlert, color: "text-error", frame: "border-error/40 bg-error/8" },
} as const;

interface StopStateProps {
  readonly stop: Stop;
  readonly onLifted: () => void;
  /** Without a frame of its own: it has the dialog's. */
  readonly isPlain?: boolean;
}

/** A stop in force: how far it has come, what proves it, how long it took, what is left, and how it is lifted. */
export function StopState({ stop, onLifted, isPlain = false }: StopStateProps) {
  const { t, i18n } = useTranslation("stops");
  const { state, level, tookMs, requestedAt, cancelledOrders, closedPositions } = stop;
  const { Icon, color, frame } = LOOKS[state];
  return (
    <div className={classNames("flex flex-col gap-4", !isPlain && `rounded-card border p-4 ${frame}`)}>
      <div className="flex gap-3" role="status">
        <Icon
          aria-hidden
          className={classNames("mt-0.5 size-5 shrink-0", color, state === "working" && "animate-spin")}
        />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-semibold">{t(state === "proven" ? `proven_${level}` : state)}</p>
          <p className="text-14 text-muted">
            {state === "proven"
              ? tookMs !== null && t(`proof_${level}`, { time: formatDelay(tookMs, i18n.language) })
              : t(`${state}_hint`)}
          </p>
          <p className="flex flex-wrap gap-x-4 text-14 text-muted">
            <span>
              {t("pulled")} <DateTime at={requestedAt} hasSeconds />
            </span>
            {level !== "stop" && <span>{t("cancelled", { count: cancelledOrders })}</span>}
            {level === "flatten" && <span>{t("closed", { count: closedPositions })}</span>}
          </p>
        </div>
      </div>
      {stop.open.length > 0 && <Open stop={stop} />}
      <Lift stop={stop} onLifted={onLifted} />
    </div>
  );
}

/** What is still at work or held, and why. */
function Open({ stop: { open, state } }: { readonly stop: Stop }) {
  const { t } = useTranslation("stops");
  const why = useWhy();
  const title = t(state === "working" ? "still_open" : "left_open");
  return (
    <div className="flex flex-col gap-2">
      {/* No heading: it stands at different levels of different pages. */}
      <p className="text-14 font-semibold">{title}</p>
      <ul
        aria-label={title}
        tabIndex={0}
        className="flex max-h-60 flex-col divide-y divide-line overflow-y-auto text-14"
      >
        {open.map((each) => (
          <li key={`${each.accountId} ${each.ticker}`} className="flex flex-col gap-1 py-2 first:pt-0">
            <span className="flex flex-wrap items-start justify-between gap-x-4">
              <AccountLabel account={each} />
              <span className="font-medium tabular">
                {each.quantity} {each.ticker}
              </span>
            </span>
            {each.reason !== null && <span className="text-muted">{why({ reason: each.reason as Reason })}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lifting says what comes back, and is asked twice: nobody trades again by an accidental click. */
function Lift({ stop, onLifted }: Pick<StopStateProps, "stop" | "onLifted">) {
  const { t } = useTranslation("stops");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function lift() {
    setIsBusy(true);
    try {
      await dispatch(liftStop(stop));
      onLifted();
    } catch (error) {
      complain(t("not_lifted"), error, "lift");
    }
    setIsBusy(false);
    setIsAsked(false);
  }

  if (!isAsked) {
    return (
      <Button look="secondary" className="self-start px-4 text-14" onClick={() => setIsAsked(true)}>
        {t("lift")}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14">{t(`lift_${stop.scope}`)}</p>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isBusy} className="px-4 text-14" onClick={() => void lift()} ref={(button) => button?.focus()}>
          {t("lift_confirm")}
        </Button>
        <Button look="secondary" className="px-4 text-14" onClick={() => setIsAsked(false)}>
          {t("lift_keep")}
        </Button>
      </div>
    </div>
  );
}
