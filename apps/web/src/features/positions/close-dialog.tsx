import { orderPath, signOf, type HeldPosition } from "@chartrelay/contract";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Side } from "../../core/trading/side.tsx";
import { log } from "../../lib/log.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TroubleText } from "../../ui/trouble-text.tsx";
import { useTrouble, type Trouble } from "../../ui/trouble.ts";
import { closePosition, type Holdings, type MadeOrder } from "./api.ts";
import { closingOrder, directionOf, keyOf } from "./held.ts";

interface CloseDialogProps {
  /** As it was when its button was pressed. */
  readonly position: HeldPosition;
  /** As they are now. */
  readonly holdings: Holdings;
  readonly onClose: () => void;
}

/** Says exactly which order closes a position, sends it when asked to, and leads to it. */
export default function CloseDialog({ position: asked, holdings, onClose }: CloseDialogProps) {
  const { t } = useTranslation("positions");
  const dispatch = useAppDispatch();
  const troubleOf = useTrouble();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [made, setMade] = useState<MadeOrder>();
  const position = holdings.positions.find((each) => keyOf(each) === keyOf(asked));
  const { ticker } = asked.instrument;

  async function send() {
    setIsBusy(true);
    setTrouble(undefined);
    try {
      setMade(await dispatch(closePosition({ accountId: asked.accountId, ticker })));
    } catch (error) {
      log.warn("a position could not be closed", error);
      setTrouble(troubleOf(error));
    }
    setIsBusy(false);
  }

  if (made) {
    return (
      <Dialog isOpen onClose={onClose} title={t("sent")} description={t("sent_next")}>
        <Link to={orderPath(made.id)} className={buttonClass("primary", "w-full")}>
          {t("open_order")}
        </Link>
      </Dialog>
    );
  }
  const isThere = position !== undefined && directionOf(position) !== "flat";
  return (
    <Dialog isOpen onClose={onClose} title={t("close_title", { ticker })}>
      {isThere ? <WhatIsSent position={position} holdings={holdings} /> : <p>{t("gone")}</p>}
      <TroubleText trouble={trouble} title={t("close_failed")} className="mt-4" />
      <div className="mt-6 flex flex-col gap-2 tablet:flex-row-reverse">
        {isThere && (
          <Button look="danger" isBusy={isBusy} onClick={() => void send()} className="grow">
            {t("close_confirm")}
          </Button>
        )}
        <Button look="secondary" onClick={onClose} className="grow">
          {t("keep")}
        </Button>
      </div>
    </Dialog>
  );
}

/** The order in full, and what its sender may not expect of it. */
function WhatIsSent({ position, holdings }: { readonly position: HeldPosition; readonly holdings: Holdings }) {
  const { t } = useTranslation("positions");
  const { accountId, instrument, price, drift } = position;
  const { side, quantity } = closingOrder(position);
  const account = holdings.accounts.find((each) => each.accountId === accountId);
  return (
    <>
      <p>{t("close_sends")}</p>
      <div className="mt-2 flex flex-col gap-2 rounded-card border border-line bg-page p-4">
        <p className="text-18 font-semibold tabular [overflow-wrap:anywhere]">
          <Side side={side} /> {quantity} {instrument.ticker}
        </p>
        {account && <AccountLabel account={account} className="text-14" />}
      </div>
      <ul className="mt-4 flex list-disc flex-col gap-1.5 pl-5 text-14 marker:text-muted">
        <Point>{t("close_exactly")}</Point>
        <Point>{price === null ? t("close_at_any") : t("close_at_market", { price })}</Point>
        {signOf(drift) !== 0 && <Point>{t("close_drift", { drift })}</Point>}
        <Point>{t("close_working", { ticker: instrument.ticker })}</Point>
      </ul>
    </>
  );
}

const Point = ({ children }: { readonly children: ReactNode }) => <li>{children}</li>;
