import { VENUE_MANIFESTS, type Account, type ListedVenue, type Stop } from "@chartrelay/contract";
import { BookOpen, Plus } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useFieldArray } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useSite } from "../../core/site.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { codeOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Empty } from "../../ui/empty.tsx";
import { late } from "../../ui/late.ts";
import { useRecentSignIn } from "../auth/index.ts";
import { stopOf } from "../stops/index.ts";
import { AccountEntry } from "./account-entry.tsx";
import { AccountList } from "./account-list.tsx";
import { saveAccounts } from "./api.ts";
import { hasField, newEntry, toPayload, type EntriesForm } from "./entry.ts";
import { useEntriesForm } from "./use-entries-form.ts";
import { SAVE_TOAST, useSaveToast } from "./use-save-toast.ts";

const InstructionDialog = late(() => import("./instruction-dialog.tsx"));

/** With so few accounts there is room to show each in full. */
const OPEN_AT_ONCE = 1;

const NOBODY_LISTENS = () => undefined;

interface AccountsFormProps {
  readonly accounts: readonly Account[];
  readonly isPro: boolean;
  /** The id of the account that a link led to. */
  readonly soughtId?: string | undefined;
  readonly venues?: readonly ListedVenue[];
  /** The stops that are in force or were lifted; undefined while they aren't known. */
  readonly stops?: readonly Stop[] | undefined;
  /** A stop was pulled or lifted. */
  readonly onStop?: () => void;
}

/** The broker accounts: all of them are saved at once, or none. */
export function AccountsForm(props: AccountsFormProps) {
  const { accounts, isPro, soughtId, venues = VENUE_MANIFESTS, stops, onStop = NOBODY_LISTENS } = props;
  const { t } = useTranslation("accounts");
  const { offeredVenues } = useSite();
  const offered = useMemo(
    () => offeredVenues?.flatMap((name) => venues.filter((venue) => venue.name === name)) ?? venues,
    [offeredVenues, venues],
  );
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const { withRecentSignIn, dialog } = useRecentSignIn();
  const [isInstructed, setIsInstructed] = useState(false);
  const tellSaved = useSaveToast(accounts);
  const { form, fillAfterSave } = useEntriesForm(accounts);
  const { control, formState, handleSubmit, setError } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "entries", keyName: "key" });
  const { isDirty, isSubmitting, isValid, errors } = formState;
  const accountByName = useMemo(() => byNames(accounts), [accounts]);

  async function submit({ entries }: EntriesForm) {
    const sent = structuredClone(form.getValues("entries"));
    try {
      const saved = await withRecentSignIn(() => dispatch(saveAccounts(entries.map(toPayload))));
      fillAfterSave(saved, sent);
      tellSaved(saved);
    } catch (error) {
      log.error("the keys could not be saved", error);
      const messages = Object.entries(fieldErrorsOf(error));
      for (const [field, message] of messages) {
        setError(`entries.${field}` as `entries.${number}.exchange`, { type: "server", message });
      }
      // The toast shows messages that belong to no field.
      const elsewhere = messages.flatMap(([field, message]) => (hasField(entries, field) ? [] : [message])).join(" ");
      complain(t("not_saved"), elsewhere ? { code: codeOf(error), detail: elsewhere } : error, SAVE_TOAST);
    }
  }

  const sought = accountByName.get(soughtId ?? "");
  const entries = fields.map(({ key }, index) => {
    const id = form.getValues(`entries.${index}.id`);
    const account = id === "" ? undefined : accountByName.get(id);
    const hasErrors = errors.entries?.[index] !== undefined;
    return {
      // A saved account keeps its key when the list is reloaded or its id changes, so that the result of its key check
      // stays visible, and so does a dialog. No two of a user's accounts were added in the same millisecond.
      key: account?.createdDate ?? key,
      account,
      hasErrors,
      element: (
        <AccountEntry
          form={form}
          index={index}
          account={account}
          isPro={isPro}
          venues={venues}
          offered={offered}
          startsOpen={id === "" || accounts.length <= OPEN_AT_ONCE || account === sought}
          isSought={account !== undefined && account === sought}
          hasErrors={hasErrors}
          onRemove={remove}
          stop={account && stopOf(stops, { scope: "account", id: account.id, account })}
          onStop={onStop}
        />
      ),
    };
  });

  const instruction = (
    <Button look="quiet" aria-haspopup="dialog" className="px-4 text-14" onClick={() => setIsInstructed(true)}>
      <BookOpen aria-hidden className="size-4" />
      {t("instruction")}
    </Button>
  );
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      {fields.length > 0 ? (
        <div className="flex flex-col gap-2 tablet:flex-row tablet:flex-wrap">
          <Button look="secondary" className="px-4 text-14" onClick={() => append(newEntry(isPro))}>
            <Plus aria-hidden className="size-4" />
            {t("add")}
          </Button>
          {instruction}
        </div>
      ) : (
        <div className="card">
          <Empty
            title={t("none")}
            reason={t("none_reason")}
            action={
              <div className="flex flex-col items-center gap-2">
                <Button onClick={() => append(newEntry(isPro))}>{t("add")}</Button>
                {instruction}
              </div>
            }
          />
        </div>
      )}
      <AccountList accounts={accounts} entries={entries} />
      {(fields.length > 0 || isDirty) && (
        <div className={classNames("-mx-1 bg-page px-1 py-3", isDirty && "sticky bottom-0 z-10")}>
          <Button type="submit" isBusy={isSubmitting} disabled={!isValid || !isDirty} className="w-full tablet:w-auto">
            {t("save")}
          </Button>
        </div>
      )}
      {dialog}
      <Suspense>
        {isInstructed && <InstructionDialog venues={offered} onClose={() => setIsInstructed(false)} />}
      </Suspense>
    </form>
  );
}

/** Returns the accounts by each id that may name them: `isNamed`, for hundreds. */
function byNames(accounts: readonly Account[]): ReadonlyMap<string, Account> {
  return new Map([
    ...accounts.flatMap((account) => (account.oldId === null ? [] : [[account.oldId.id, account] as const])),
    ...accounts.map((account) => [account.id, account] as const),
  ]);
}
