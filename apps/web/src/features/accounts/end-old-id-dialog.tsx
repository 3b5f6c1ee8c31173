import type { Account } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { endOldId } from "./api.ts";
import { shortId } from "./short-id.ts";

interface EndOldIdDialogProps {
  readonly account: Account;
  readonly oldId: NonNullable<Account["oldId"]>;
  readonly onClose: () => void;
}

/** Asks for confirmation before alerts with the old identifier are refused. */
export default function EndOldIdDialog({ account, oldId, onClose }: EndOldIdDialogProps) {
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isBusy, setIsBusy] = useState(false);

  async function end() {
    setIsBusy(true);
    try {
      await dispatch(endOldId(account.id));
      onClose();
      dispatch(upsertToast({ status: "success", title: t("old_id_ended") }));
    } catch (error) {
      setIsBusy(false);
      complain(t("old_id_not_ended"), error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("end_old_id_title")}
      description={t("end_old_id_text", { id: shortId(oldId.id) })}
    >
      <AccountLabel account={account} className="mb-4" />
      <div className="flex flex-col gap-2 tablet:flex-row-reverse">
        <Button look="danger" isBusy={isBusy} onClick={() => void end()} className="grow">
          {t("end_old_id")}
        </Button>
        <Button look="secondary" onClick={onClose} className="grow">
          {t("keep")}
        </Button>
      </div>
    </Dialog>
  );
}
