/** The form of the broker accounts, and how it follows changes made elsewhere. */
import { isNamed, type Account } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useForm, type Resolver, type UseFormReturn } from "react-hook-form";
import { areSame, entriesForm, entryOf, withEnteredSince, type EntriesForm, type Entry } from "./entry.ts";

export interface EntriesFormParts {
  readonly form: UseFormReturn<EntriesForm>;
  /** Shows the result of saving the entries that were sent. What was entered meanwhile stays, to be saved next. */
  readonly fillAfterSave: (accounts: readonly Account[], sent: readonly Entry[]) => void;
}

/** Creates a form that shows these accounts. */
export function useEntriesForm(accounts: readonly Account[]): EntriesFormParts {
  const form = useForm<EntriesForm>({
    resolver: zodResolver(entriesForm) as Resolver<EntriesForm>,
    mode: "onTouched",
    defaultValues: { entries: accounts.map(entryOf) },
  });
  const { getValues, reset, setValue } = form;
  const { isDirty } = form.formState;

  // The last values filled in: whatever differs was entered by the user. The form's own dirty state lags behind the
  // input.
  const filled = useRef<readonly Entry[]>(accounts.map(entryOf));
  const fill = useCallback(
    (entries: Entry[], entered = entries) => {
      filled.current = entries;
      reset({ entries });
      if (!areSame(entered, entries)) reset({ entries: entered }, { keepDefaultValues: true });
    },
    [reset],
  );

  // The bot may have linked a chat or paused an account meanwhile. What the user is typing stays; the rest must follow,
  // or the next save would undo what the bot did. This runs before anybody can type or click again. Once the user takes
  // back what they typed, all of it follows.
  useLayoutEffect(() => {
    const known = accounts.map(entryOf);
    const entered = getValues("entries");
    if (areSame(entered, filled.current)) {
      if (!areSame(known, entered)) fill(known);
      return;
    }
    filled.current = filled.current.map((before) => {
      const index = entered.findIndex(({ id }) => id === before.id);
      const entry = entered[index];
      const account = accounts.find((one) => isNamed(one, before.id));
      const { id: idNow, telegramChatId, isPaused } = account ? entryOf(account) : before;
      if (entry && idNow !== before.id) setValue(`entries.${index}.id`, idNow);
      if (entry?.telegramChatId === before.telegramChatId) setValue(`entries.${index}.telegramChatId`, telegramChatId);
      if (entry?.isPaused === before.isPaused) setValue(`entries.${index}.isPaused`, isPaused);
      return { ...before, id: idNow, telegramChatId, isPaused };
    });
  }, [accounts, fill, getValues, isDirty, setValue]);

  return {
    form,
    fillAfterSave(stored, sent) {
      const saved = stored.map(entryOf);
      fill(saved, withEnteredSince(saved, sent, getValues("entries")));
    },
  };
}
