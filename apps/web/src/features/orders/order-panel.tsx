import { orderPath, type Order } from "@chartrelay/contract";
import { ChevronDown, ChevronRight, ChevronUp, Link2 } from "lucide-react";
import { type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { useParams } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { OldIdNote } from "../../core/trading/old-id.tsx";
import { TerminalLink } from "../../core/trading/terminal-link.tsx";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Json } from "../../ui/json.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { loadOpened } from "./api.ts";
import { Cancels } from "./cancels.tsx";
import { Execution } from "./execution.tsx";
import { useNeighbours, type Turn } from "./neighbours.ts";
import { useOpenOrder } from "./open-order.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderRefusal } from "./order-refusal.tsx";
import { OrderSizing } from "./order-sizing.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PostedMessage } from "./posted-message.tsx";
import { RepeatOnDemo } from "./repeat-on-demo.tsx";
import { selectOpened, selectOrders, type OpenedOrder } from "./slice.ts";
import { TimelineBar } from "./timeline-bar.tsx";

/** The order that the address names: what was requested, what happened to it, why, what next, and how long it took. */
export default function OrderPanel() {
  const { t } = useTranslation(["order", "orders"]);
  const { id = "" } = useParams();
  const { order, opened, reload } = useOpened(id);
  const { close } = useOpenOrder();
  const { previous, next } = useNeighbours(id);
  return (
    <SidePanel
      title={t("order", { ns: "orders" })}
      contentKey={id}
      actions={
        !opened?.isMissing && (
          <>
            <TurnButton label={t("previous_order")} turn={previous} icon={ChevronUp} />
            <TurnButton label={t("next_order")} turn={next} icon={ChevronDown} />
            <CopyButton text={location.origin + orderPath(id)} label={t("copy_link")} icon={Link2} />
          </>
        )
      }
      onClose={close}
      onKeyDown={(event) => turnOfKey(event, { previous, next })?.()}
      findReturn={() =>
        document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`) ??
        document.getElementById("content")
      }
    >
      {order && <Contents key={id} order={order} opened={opened} onRetry={reload} />}
      {!order && opened?.isMissing && (
        <Empty
          title={t("order_missing")}
          reason={t("order_missing_reason")}
          action={<Button onClick={close}>{t("to_list")}</Button>}
        />
      )}
      {!order && opened && !opened.isMissing && <LoadFailed onRetry={reload} />}
      {!order && !opened && <Waiting />}
    </SidePanel>
  );
}

interface ContentsProps {
  readonly order: Order;
  /** What is known beyond the list; undefined while it is loading. */
  readonly opened: OpenedOrder | undefined;
  readonly onRetry: () => void;
}

function Contents({ order, opened, onRetry }: ContentsProps) {
  const { t } = useTranslation(["order", "orders"]);
  const { instrument, isDemo, responseServerJson: response, timeline, stage } = order;
  const details = opened?.details;
  return (
    <>
      <OrderSummary order={order} />
      <OrderRefusal order={order} details={details} />
      {order.usedOldId && <OldIdNote />}
      {order.cancels && <Cancels cancels={order.cancels} />}
      {order.execution && <Execution order={order} details={details?.execution} />}
      <section className="flex flex-col gap-3">
        <h3 className="font-semibold">{t("timeline")}</h3>
        <TimelineBar timeline={timeline} isDone={stage === "done"} />
      </section>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {instrument && timeline.sent !== null && (
          <TerminalLink
            venue={instrument.exchange}
            isDemo={isDemo}
            className={buttonClass("secondary", "px-4 text-14")}
          />
        )}
        {details && details.action === "order" && <RepeatOnDemo order={details} />}
      </div>
      {opened ? !details && <LoadFailed onRetry={onRetry} /> : <Waiting />}
      {details && <OrderSizing details={details} />}
      {details && <PostedMessage details={details} />}
      <OrderFacts order={order} details={details} />
      {response !== null && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
            <ChevronRight
              aria-hidden
              className="size-4 text-muted transition-transform duration-150 group-open:rotate-90"
            />
            {t("response", { ns: "orders" })}
          </summary>
          <Json text={response} label={t("response", { ns: "orders" })} />
        </details>
      )}
    </>
  );
}

const Waiting = () => (
  <OnItsWay className="flex flex-col gap-2">
    <Skeleton className="h-6 w-56" />
    <Skeleton className="h-5 w-72 max-w-full" />
    <Skeleton className="h-44" />
  </OnItsWay>
);

/** Returns the order as the list knows it, which is updated live, or else as it was read, and reads it again then. */
function useOpened(id: string) {
  const dispatch = useAppDispatch();
  const row = useSelector(selectOrders)?.content.find((order) => order.id === id);
  const known = useSelector(selectOpened);
  const opened = known?.id === id ? known : undefined;
  const reload = () => void dispatch(loadOpened(id));
  useLive({ onEvent: (topic, payload) => topic === "order" && (payload as Order).id === id && reload() });
  return { order: row ?? opened?.details, opened, reload };
}

interface TurnButtonProps {
  readonly label: string;
  readonly turn: Turn;
  readonly icon: typeof ChevronUp;
}

/** Stays focusable at the end of the list: a disabled button would lose the focus, and the keys with it. */
function TurnButton({ label, turn, icon: Icon }: TurnButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!turn}
      onClick={turn}
      className="aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
    >
      <Icon aria-hidden className="size-5" />
    </IconButton>
  );
}

/** By physical key: `j` and `k` are where they are on any keyboard layout. */
const KEYS: Readonly<Record<string, "previous" | "next">> = {
  KeyJ: "next",
  ArrowRight: "next",
  KeyK: "previous",
  ArrowLeft: "previous",
};

/** Returns what a key turns to, unless it is meant for a field. */
function turnOfKey(
  { code, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  turns: Readonly<Record<"previous" | "next", Turn>>,
): Turn {
  const way = KEYS[code];
  if (!way || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
  return isTyping ? undefined : turns[way];
}
