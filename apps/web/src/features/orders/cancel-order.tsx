import { difference, type Order } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { codeOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
import { cancelOrder, loadOpened } from "./api.ts";

interface CancelOrderProps {
  readonly order: Order;
  readonly isWorking: boolean;
}

/** What the reader is told of a cancellation. */
type Told =
  | { readonly kind: "accepted" }
  | { readonly kind: "over" }
  | { readonly kind: "failed"; readonly trouble: Trouble };

/** Cancels a working order, after asking; and says what came of it, also when a fill was faster. */
export function CancelOrder({ order, isWorking }: CancelOrderProps) {
  const { t } = useTranslation("order");
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [told, setTold] = useState<Told>();
  const { id, execution } = order;

  async function cancel() {
    setIsAsking(false);
    setIsBusy(true);
    setTold(undefined);
    try {
      const { outcome } = await dispatch(cancelOrder(id));
      setTold({ kind: outcome === "over" ? "over" : "accepted" });
    } catch (error) {
      log.warn("an order could not be cancelled", error);
      setTold(codeOf(error) === "order_not_working" ? { kind: "over" } : { kind: "failed", trouble: troubleOf(error) });
    }
    await dispatch(loadOpened(id));
    setIsBusy(false);
  }

  return (
    <>
      {isWorking && (
        <Button look="danger" isBusy={isBusy} onClick={() => setIsAsking(true)} className="self-start px-4 text-14">
          {t(isBusy ? "cancel_asking" : "cancel_order")}
        </Button>
      )}
      <div aria-live="polite" className="text-14 empty:hidden">
        {told?.kind === "failed" && isWorking && (
          <p className="text-error">
            <span className="block font-semibold">{t("cancel_failed")}</span>
            {told.trouble.text} <code className="font-mono text-12">{told.trouble.code}</code>
          </p>
        )}
        {told?.kind === "accepted" && isWorking && <p>{t("cancel_sent")}</p>}
        {told !== undefined && !isWorking && execution?.state === "filled" && <p>{t("cancel_crossed")}</p>}
        {told?.kind === "over" && execution?.state !== "filled" && <p>{t("cancel_too_late")}</p>}
      </div>
      <Dialog isOpen={isAsking && isWorking} onClose={() => setIsAsking(false)} title={t("cancel_title")}>
        <WhatIsCancelled order={order} />
        <div className="mt-6 flex flex-col gap-2 tablet:flex-row-reverse">
          <Button look="danger" onClick={() => void cancel()} className="grow">
            {t("cancel_order")}
          </Button>
          <Button look="secondary" onClick={() => setIsAsking(false)} className="grow">
            {t("keep_order")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** What is left of the order, and what can't be taken back. */
function WhatIsCancelled({ order }: { readonly order: Order }) {
  const { t } = useTranslation(["order", "orders"]);
  const { direction, quantity, instrument, open, execution, accountName, accountEnding, isDemo } = order;
  const filled = execution?.filledQuantity ?? "0";
  return (
    <>
      <p>{t("cancel_text")}</p>
      <div className="mt-2 flex flex-col gap-2 rounded-card border border-line bg-page p-4">
        <p className="text-18 font-semibold tabular [overflow-wrap:anywhere]">
          {direction && <Side side={direction} />} {quantity !== null && difference(quantity, filled)}{" "}
          {instrument?.ticker} {open !== null && t("at_price", { ns: "orders", price: open })}
        </p>
        {instrument && (
          <AccountLabel
            account={{ name: accountName, keyEnding: accountEnding, exchange: instrument.exchange, isDemo }}
            className="text-14"
          />
        )}
      </div>
      <ul className="mt-4 flex list-disc flex-col gap-1.5 pl-5 text-14 marker:text-muted">
        {execution?.state === "partiallyFilled" && <li>{t("cancel_filled_stays", { filled })}</li>}
        <li>{t("cancel_may_cross")}</li>
      </ul>
    </>
  );
}
