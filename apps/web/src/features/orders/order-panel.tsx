import { MASKED_ACCOUNT_ID, shortAccountId, type Order, type OrderDetails } from "@chartrelay/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { Findings } from "../../core/trading/findings.tsx";
import { OldIdNote } from "../../core/trading/old-id.tsx";
import { Reason } from "../../core/trading/reason.tsx";
import { Side } from "../../core/trading/side.tsx";
import { Status } from "../../core/trading/status.tsx";
import { Venue } from "../../core/trading/venue.tsx";
import { log } from "../../lib/log.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Identifier } from "../../ui/identifier.tsx";
import { Json } from "../../ui/json.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { fetchOrder } from "./api.ts";
import { TimelineBar } from "./timeline-bar.tsx";

interface OrderPanelProps {
  /** The order as the table knows it; the panel loads the rest. */
  readonly order: Order;
  readonly onClose: () => void;
}

/** Everything about one order: what was requested, what happened to it, why, and how long each segment took. */
export default function OrderPanel({ order, onClose }: OrderPanelProps) {
  const { t } = useTranslation(["orders", "trading"]);
  const { details, error, reload } = useDetails(order);
  const { direction, quantity, instrument, type, open, status, stage, reason, responseServerJson } = order;
  return (
    <SidePanel title={t("order")} onClose={onClose}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {(direction ?? quantity ?? instrument?.ticker) && (
          <p className="min-w-0 text-22 font-semibold tabular [overflow-wrap:anywhere]">
            {direction && <Side side={direction} />} {quantity} {instrument?.ticker}
          </p>
        )}
        <Status status={status} />
        {status === "NEW" && (
          <p className="basis-full text-14 text-muted first-letter:uppercase">{t(`stage_${stage}`)}</p>
        )}
      </div>
      {reason && <Reason code={reason} />}
      {order.usedOldId && <OldIdNote />}
      <section className="flex flex-col gap-3">
        <h3 className="font-semibold">{t("timeline")}</h3>
        <TimelineBar timeline={order.timeline} />
      </section>
      {details === undefined && error === undefined && (
        <OnItsWay className="flex flex-col gap-2">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-44" />
        </OnItsWay>
      )}
      {error !== undefined && <LoadFailed error={error} onRetry={reload} />}
      {details && <PostedMessage details={details} />}
      <Facts>
        <Fact name={t("id")}>
          <Identifier id={order.id} copyLabel={t("copy_id")} />
        </Fact>
        <Fact name={t("date")}>
          <DateTime at={order.createdDate} isExact />
        </Fact>
        <Fact name={t("exchange")}>{instrument ? <Venue name={instrument.exchange} /> : "-"}</Fact>
        <Fact name={t("account")}>
          <code className="font-mono text-12">{shortAccountId(order.accountId)}</code>
        </Fact>
        <Fact name={t("type")}>{type ? t(type, { ns: "trading" }) : "-"}</Fact>
        <Fact name={t("price")}>{open ?? "-"}</Fact>
        <Fact name={t("stage")}>{t(`stage_${stage}`)}</Fact>
        {details && (
          <>
            <Fact name={t("environment")}>{t(details.isDemo ? "demo" : "live", { ns: "trading" })}</Fact>
            <Fact name={t("attempts")}>{details.attempts}</Fact>
            {Object.entries(details.extras).map(([name, value]) => (
              <Fact key={name} name={<code className="font-mono text-12">{name}</code>}>
                {value}
              </Fact>
            ))}
          </>
        )}
      </Facts>
      {responseServerJson !== null && (
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{t("response")}</h3>
          <Json text={responseServerJson} label={t("response")} />
        </section>
      )}
    </SidePanel>
  );
}

interface Details {
  /** Undefined while they are loading, and when loading failed. */
  readonly details: OrderDetails | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/** Loads what the table doesn't know about the order, and reloads it when the order's status changes. */
function useDetails({ id, status }: Order): Details {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<Pick<Details, "details" | "error">>({ details: undefined, error: undefined });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const details = await dispatch(fetchOrder(id));
        if (isCurrent) setState({ details, error: undefined });
      } catch (error) {
        log.warn("an order could not be loaded", error);
        if (isCurrent) setState({ details: undefined, error });
      }
    };
    void load();
    return () => void (isCurrent = false);
  }, [dispatch, id, status, round]);
  return { ...state, reload: () => setRound(round + 1) };
}

/** The message as it was posted, and what the parser made of it. */
function PostedMessage({ details }: { readonly details: OrderDetails }) {
  const { t } = useTranslation(["orders", "trading"]);
  const { body, verdict, problems, repairs } = details;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t("message")}</h3>
      <p className="text-14 text-muted">{t(`verdict_${verdict}`, { ns: "trading" })}</p>
      <Findings problems={problems} repairs={repairs} />
      <Json text={body} label={t("message")} />
      {verdict !== "ok" && (
        <Link
          to="/profile/api#check"
          // The checker reads it as its owner would post it now.
          state={{ message: body.replaceAll(MASKED_ACCOUNT_ID, details.accountId) }}
          className={buttonClass("secondary", "self-start px-4 text-14")}
        >
          {t("check_message")}
        </Link>
      )}
    </section>
  );
}
