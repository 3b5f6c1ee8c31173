import type { Account } from "@chartrelay/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { upsertToast } from "../../../core/notifications/slice.ts";
import { followPause } from "../../../core/session/api.ts";
import { useAppDispatch } from "../../../core/thunk.ts";
import { AccountLabel } from "../../../core/trading/account-label.tsx";
import { useTroubleToast } from "../../../core/trouble-toast.ts";
import { loadAccounts, pauseAll, selectAccounts } from "../../../features/accounts/index.ts";
import { StopEverything } from "../../../features/stops/index.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

interface PauseDialogProps {
  /** Whether all accounts are paused, so that they can be resumed. */
  readonly isPaused: boolean;
  readonly onClose: () => void;
}

const TOAST = "pause";

/** Somebody in a hurry needs two keys: the one that opens the dialog, and Enter. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

/** Says what pausing or resuming all accounts will do, and does it. It doesn't wait for the list of accounts. */
export default function PauseDialog({ isPaused: wasPaused, onClose }: PauseDialogProps) {
  const { t } = useTranslation("profile");
  const dispatch = useAppDispatch();
  const raiseTrouble = useTroubleToast();
  // What was asked stays asked, even if another tab answers it meanwhile.
  const [isPaused] = useState(wasPaused);
  const [isBusy, setIsBusy] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  useEffect(() => void dispatch(loadAccounts()), [dispatch]);
  const accounts = useSelector(selectAccounts) ?? [];
  const { changing, staying } = affected(accounts, isPaused);
  const name = isPaused ? "resume" : "pause";

  async function confirm() {
    setIsBusy(true);
    try {
      await dispatch(pauseAll(!isPaused));
      await dispatch(followPause());
      dispatch(upsertToast({ id: TOAST, status: "success", title: t(`${name}_done`) }));
      onClose();
    } catch (error) {
      raiseTrouble(t(`${name}_failed`), error, TOAST);
      setIsBusy(false);
    }
  }

  if (isStopping) return <StopEverything onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t(`${name}_title`)}>
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
        {isPaused ? (
          <>
            <li>{t("resume_1")}</li>
            <li>{t("resume_2")}</li>
          </>
        ) : (
          <>
            <li>{t("pause_1")}</li>
            <li>{t("pause_2")}</li>
            <li>{t("pause_3")}</li>
          </>
        )}
      </ul>
      <Accounts title={t(`${name}_accounts`, { count: changing.length })} accounts={changing} />
      <Accounts title={t("stay_paused", { count: staying.length })} accounts={staying} />
      <div className="mt-6 flex flex-wrap gap-3">
        {/* While it is busy it can't have the focus: a new one takes it again when pausing has failed. */}
        <Button
          key={String(isBusy)}
          ref={focusOnce}
          look={isPaused ? "primary" : "danger"}
          isBusy={isBusy}
          onClick={() => void confirm()}
        >
          {t(`${name}_confirm`)}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
      <div className="mt-6 flex flex-col items-start gap-2 border-t border-line pt-4">
        <p className="text-14 text-muted">{t("beyond_pause")}</p>
        <button type="button" onClick={() => setIsStopping(true)} className="-my-2 min-h-11 text-14 link">
          {t("kill_switch")}
        </button>
      </div>
    </Dialog>
  );
}

function Accounts({ title, accounts }: { readonly title: string; readonly accounts: readonly Account[] }) {
  if (accounts.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-14 font-semibold">{title}</h3>
      <ul className="mt-2 flex max-h-40 flex-col gap-1.5 overflow-y-auto text-14" tabIndex={0} aria-label={title}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountLabel account={account} isShort />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns which accounts would change and which would stay paused: the rule is `setAllPaused` on the server. */
function affected(accounts: readonly Account[], isPaused: boolean) {
  if (!isPaused) return { changing: accounts.filter((account) => !account.isPaused), staying: [] };
  const together = accounts.filter(({ isPausedWithAll }) => isPausedWithAll);
  if (together.length === 0) return { changing: accounts, staying: [] };
  return { changing: together, staying: accounts.filter(({ isPausedWithAll }) => !isPausedWithAll) };
}
