import type { Account } from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { isRecentSignInRequired, RecentSignInForm } from "../auth/index.ts";
import { changeId } from "./api.ts";
import { shortId } from "./short-id.ts";

interface ChangeIdDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Explains what a new identifier means, sets it, and shows it with what is left to do in TradingView. */
export default function ChangeIdDialog({ account, onClose }: ChangeIdDialogProps) {
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isBusy, setIsBusy] = useState(false);
  const [isToProve, setIsToProve] = useState(false);
  const { id, oldId } = account;

  async function change() {
    setIsBusy(true);
    try {
      await dispatch(changeId(id));
      setIsToProve(false);
    } catch (error) {
      if (isRecentSignInRequired(error)) setIsToProve(true);
      else complain(t("id_not_changed"), error);
    }
    setIsBusy(false);
  }

  if (oldId !== null) {
    return (
      <Dialog isOpen onClose={onClose} title={t("id_changed")} description={t("id_changed_next")}>
        <div className="flex flex-col gap-4" role="status">
          <AccountLabel account={account} />
          <span className="flex items-center rounded-control border border-line bg-page pl-3">
            <code className="min-w-0 grow font-mono text-14 break-all">{id}</code>
            <CopyButton text={id} label={t("copy_id")} />
          </span>
          <p className="text-14 text-muted">
            {t("old_id_works", { id: shortId(oldId.id) })} <DateTime at={oldId.worksUntil} />
          </p>
          <Button onClick={onClose}>{t("done")}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("change_id_title")}
      description={t("change_id_text", { id: shortId(id) })}
    >
      <AccountLabel account={account} className="mb-4" />
      {isToProve ? (
        <RecentSignInForm onProved={() => void change()} />
      ) : (
        <Button isBusy={isBusy} onClick={() => void change()} className="w-full">
          {t("change_id")}
        </Button>
      )}
    </Dialog>
  );
}
