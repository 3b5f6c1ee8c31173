import type { Account } from "@chartrelay/contract";
import { Send } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { formatMs } from "../../core/trading/format-ms.ts";
import { Status } from "../../core/trading/status.tsx";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { OrderRefusal } from "./order-refusal.tsx";
import { useTestOrder } from "./use-test-order.ts";

interface SendTestOrderProps {
  /** A demo account. */
  readonly account: Account;
  readonly look?: ButtonLook;
  readonly className?: string;
}

/** Sends the venue's example order to a demo account with one press, and says how it ended. */
export function SendTestOrder({ account, look = "primary", className }: SendTestOrderProps) {
  const { t, i18n } = useTranslation("orders");
  const { sent, send } = useTestOrder();
  const order = sent?.order;
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function press() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await send({ account: account.id });
    } catch (error) {
      setFailure(fieldErrorsOf(error)["account"] ?? detailOf(error) ?? t("test_failed"));
    }
    setIsBusy(false);
  }

  // Where this is shown, an accepted order takes its place: a row, or a step that is done.
  const isAccepted = order?.status === "CREATED";
  const tookUs = isAccepted && order.timeline.answered !== null ? order.timeline.answered - order.timeline.received : 0;
  useEffect(() => {
    if (!isAccepted) return;
    const title = t("test_accepted", { ms: formatMs(tookUs, i18n.language) });
    dispatch(upsertToast({ id: "test-order", status: "success", title }));
  }, [dispatch, i18n.language, isAccepted, t, tookUs]);

  return (
    <div className="flex flex-col gap-3">
      <Button
        look={look}
        isBusy={isBusy}
        className={classNames("whitespace-nowrap", className)}
        onClick={() => void press()}
      >
        {!isBusy && <Send aria-hidden className="size-4 shrink-0" />}
        {t("send_test_order")}
      </Button>
      <div aria-live="polite" className="flex flex-col gap-3 text-14 empty:hidden">
        {failure !== undefined && <p className="text-error">{failure}</p>}
        {order && !isAccepted && <Status status={order.status} />}
        {/* Few pages that show this button have the texts of a refusal with them. */}
        <Suspense>{order && <OrderRefusal order={order} details={sent.details} />}</Suspense>
      </div>
    </div>
  );
}
