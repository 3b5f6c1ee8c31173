/** The toast about saving the keys. */
import type { Account } from "@chartrelay/contract";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { useAppDispatch } from "../../core/thunk.ts";

/** The id of every toast about saving: the newest replaces the last. */
export const SAVE_TOAST = "keys";

/**
 * Returns a function that reports that these accounts were saved. After a save the broker is asked about each key: if
 * the broker or we refuse it, a warning replaces the success. `accounts` are those of the page, as they change.
 */
export function useSaveToast(accounts: readonly Account[]): (saved: readonly Account[]) => void {
  const { t } = useTranslation(["accounts", "trading", "reasons"]);
  const dispatch = useAppDispatch();
  const accountText = useAccountText();
  /** The saved accounts whose keys haven't been checked yet. */
  const awaited = useRef(new Set<string>());

  const tell = useCallback(
    (saved: readonly Account[]) => {
      const refusals = saved.flatMap((account) =>
        account.keyRefusal === null ? [] : [`${accountText(account)}: ${t(account.keyRefusal, { ns: "reasons" })}`],
      );
      const toast =
        refusals.length === 0
          ? ({ status: "success", title: t("saved") } as const)
          : ({ status: "warning", title: t("saved_but_refused"), text: [...new Set(refusals)].join(" ") } as const);
      dispatch(upsertToast({ id: SAVE_TOAST, ...toast }));
    },
    [accountText, dispatch, t],
  );

  useEffect(() => {
    const answered = accounts.filter(({ id, keyCheckedAt }) => awaited.current.has(id) && keyCheckedAt !== null);
    if (answered.length === 0) return;
    for (const { id } of answered) awaited.current.delete(id);
    if (answered.some(({ keyRefusal }) => keyRefusal !== null)) tell(accounts);
  }, [accounts, tell]);

  return (saved) => {
    awaited.current = new Set(saved.flatMap(({ id, keyCheckedAt }) => (keyCheckedAt === null ? [id] : [])));
    tell(saved);
  };
}
