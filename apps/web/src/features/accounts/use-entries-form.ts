/** The form of the broker accounts, and how it keeps up with what happens to them elsewhere. */
import { isNamed, type Account } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useForm, type Resolver, type UseFormReturn } from "react-hook-form";
import { areSame, entriesForm, entryOf, withEnteredSince, type EntriesForm, type Entry } from "./entry.ts";

export interface EntriesFormParts {
  readonly form: UseFormReturn<EntriesForm>;
  /** Shows what a save made of the entries that it sent. What was entered meanwhile stays, to be saved next. */
  readonly fillAfterSave: (accounts: readonly Account[], sent: readonly Entry[]) => void;
}

/** A form that shows these accounts. */
export function useEntriesForm(accounts: readonly Account[]): EntriesFormParts {
  const form = useForm<EntriesForm>({
    resolver: zodResolver(entriesForm) as Resolver<EntriesForm>,
    mode: "onTouched",
    defaultValues: { entries: accounts.map(entryOf) },
  });
  const { getValues, reset, setValue } = form;
  const { isDirty } = form.formState;

  // What was filled in last: what differs from it was entered here. The form's own word for that comes later than the entry.
  const filled = useRef<readonly Entry[]>(accounts.map(entryOf));
  const fill = useCallback(
    (entries: Entry[], entered = entries) => {
      filled.current = entries;
      reset({ entries });
      if (!areSame(entered, entries)) reset({ entries: entered }, { keepDefaultValues: true });
    },
    [reset],
  );

  // The bot may have linked a chat or paused an account meanwhile; what is being typed stays. What isn't must follow: the
  // next save would take back what the bot did. Before anybody can type or click again. And all of it follows as soon as
  // what was typed is taken back.
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
