import type { Account, Strategy } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { FormProvider } from "react-hook-form";
import { useAppDispatch } from "../../core/thunk.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { codeOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { saveStrategy } from "../strategies/index.ts";
import { FollowingBlock } from "./following-block.tsx";
import { LimitsBlock } from "./limits-block.tsx";
import { MembersBlock } from "./members-block.tsx";
import { RollBlock } from "./roll-block.tsx";
import { SenderBlock } from "./sender-block.tsx";
import { useSettingsForm } from "./use-settings-form.ts";
import { entryOf, fieldOf, valuesOf, type SettingsValues } from "./values.ts";

const TOAST = "strategy-saved";

interface SettingsFormProps {
  /** The strategy to change; undefined to make one. */
  readonly strategy?: Strategy;
  /** All of the user's, this one included. */
  readonly strategies: readonly Strategy[];
  readonly accounts: readonly Account[];
  /** It was saved; all of them as they are now. */
  readonly onSaved: (saved: Strategy, all: readonly Strategy[]) => void;
}

/** Everything about a strategy that its trader decides, each with what it does. */
export function SettingsForm({ strategy, strategies, accounts, onSaved }: SettingsFormProps) {
  const { t } = useTranslation("strategy-settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const errorOf = useFieldError();
  const form = useSettingsForm(strategy);
  const { register, handleSubmit, setError, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;

  async function submit(values: SettingsValues) {
    const others = new Set(strategies.flatMap(({ id }) => (id === strategy?.id ? [] : [id])));
    try {
      const all = await dispatch(saveStrategy(entryOf(values, strategy?.id)));
      // Other tabs may have made some, too: the newest is last.
      const saved = all.findLast(({ id }) => (strategy ? id === strategy.id : !others.has(id)));
      if (!saved) throw new Error("the saved strategy isn't in the list");
      reset(valuesOf(saved));
      dispatch(upsertToast({ id: TOAST, status: "success", title: t(strategy ? "saved" : "made") }));
      onSaved(saved, all);
    } catch (error) {
      log.error("a strategy could not be saved", error);
      const messages = Object.entries(fieldErrorsOf(error)).map(
        ([path, message]) => [fieldOf(path.replace(/^0\./, "")), message] as const,
      );
      for (const [field, message] of messages) setError(field as "name", { type: "server", message });
      const detail = messages.map(([, message]) => message).join(" ");
      complain(t("not_saved"), detail ? { code: codeOf(error), detail } : error, TOAST);
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(submit)(event)}
        className="flex max-w-[860px] flex-col gap-4 tablet:gap-6"
      >
        <Block title={t("name_title")} hint={t("name_hint")}>
          <TextField
            {...register("name")}
            label={t("name")}
            placeholder={t("name_example")}
            autoComplete="off"
            isRequired
            error={errorOf(errors.name)}
          />
        </Block>
        <MembersBlock accounts={accounts} />
        <FollowingBlock />
        <LimitsBlock />
        <RollBlock />
        <SenderBlock />
        <div className={classNames("-mx-1 bg-page px-1 py-3", isDirty && "sticky bottom-0 z-10")}>
          <Button
            type="submit"
            isBusy={isSubmitting}
            disabled={strategy !== undefined && !isDirty}
            className="w-full tablet:w-auto"
          >
            {t(strategy ? "save" : "make")}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
