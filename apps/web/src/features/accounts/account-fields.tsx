import { manifestOf, MASKED_KEY, ON_UNKNOWN_OUTCOME, type Account, type ListedVenue } from "@chartrelay/contract";
import { useId, type ReactNode } from "react";
import {
  useController,
  useFormState,
  useWatch,
  type Control,
  type FieldPath,
  type UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ChangeId } from "./change-id.tsx";
import { isMasked, type EntriesForm } from "./entry.ts";
import { KeyCheckPanel } from "./key-check-panel.tsx";
import { NameField } from "./name-field.tsx";
import { TelegramChat } from "./telegram-chat.tsx";

export interface AccountFieldsProps {
  readonly form: UseFormReturn<EntriesForm>;
  readonly index: number;
  /** The saved account; undefined for a new one. */
  readonly account: Account | undefined;
  readonly isPro: boolean;
  /** All venues. */
  readonly venues: readonly ListedVenue[];
  /** The venues on offer for a new account. */
  readonly offered: readonly ListedVenue[];
}

/** The form of one broker account. */
export function AccountFields({ form, index, account, isPro, venues, offered }: AccountFieldsProps) {
  const { t } = useTranslation(["accounts", "trading"]);
  const errorOf = useFieldError();
  const { control, register } = form;
  const formState = useFormState({ control });
  const dispatch = useAppDispatch();
  const [exchange, chatId] = useWatch({
    control,
    name: [`entries.${index}.exchange`, `entries.${index}.telegramChatId`],
  });
  const venue = exchange === "" ? undefined : manifestOf(exchange, venues);
  // What the broker calls the two keys: specification, section 3.
  const texts = venue?.texts ?? "binance";
  const errors = formState.errors.entries?.[index];
  const at = <Name extends string>(name: Name) => `entries.${index}.${name}` as const;
  // The library marks a new entry invalid at once; the user sees it after leaving the field, or on save.
  const { isTouched } = form.getFieldState(at("exchange"), formState);
  const exchangeError = isTouched || formState.isSubmitted ? errors?.exchange : undefined;

  function unlink() {
    form.setValue(at("telegramChatId"), "", { shouldDirty: true, shouldValidate: true });
    form.setFocus(at("telegramChatId"));
    dispatch(upsertToast({ id: `chat-${account?.id}`, status: "info", title: t("will_be_unlinked") }));
  }

  return (
    <div className="divide-y divide-line">
      <Section title={t("section_account")}>
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          {!account && (
            <SelectField
              {...register(at("exchange"))}
              label={t("exchange")}
              isRequired
              options={[
                { value: "", label: t("choose_exchange") },
                ...offered.map(({ name }) => ({ value: name, label: t(name, { ns: "trading" }) })),
              ]}
              error={errorOf(exchangeError)}
            />
          )}
          <div className={classNames(account && "tablet:col-span-2")}>
            <NameField form={form} index={index} />
          </div>
          <KeyField control={control} name={at("apiKey")} label={t(`${texts}_key`)} />
          <KeyField control={control} name={at("secretKey")} label={t(`${texts}_secret`)} isSecret />
        </div>
        {account && <KeyCheckPanel account={account} />}
      </Section>
      <Section title={t("section_telegram")}>
        <TelegramChat account={account} onUnlink={chatId === "" ? undefined : unlink}>
          <TextField
            {...register(at("telegramChatId"))}
            label={t("chat_id")}
            hint={t("chat_id_hint")}
            inputMode="numeric"
            autoComplete="off"
            className="font-mono text-14"
            error={errorOf(errors?.telegramChatId)}
          />
        </TelegramChat>
      </Section>
      <Section title={t("section_orders")}>
        <div className="-my-2 flex flex-col">
          <Toggle
            form={form}
            name={at("isDemo")}
            label={t("is_demo")}
            hint={isPro ? t("is_demo_hint") : t("is_demo_locked")}
            isLocked={!isPro}
          />
          {venue?.hasMargin && (
            <Toggle form={form} name={at("allowMargin")} label={t("allow_margin")} hint={t("allow_margin_hint")} />
          )}
          {account && <Toggle form={form} name={at("isPaused")} label={t("is_paused")} hint={t("is_paused_hint")} />}
        </div>
        <SelectField
          {...register(at("onUnknownOutcome"))}
          label={t("on_unknown_outcome")}
          hint={t("on_unknown_outcome_hint")}
          options={ON_UNKNOWN_OUTCOME.map((value) => ({ value, label: t(`on_unknown_outcome_${value}`) }))}
          error={errorOf(errors?.onUnknownOutcome)}
        />
      </Section>
      {account && (
        <Section title={t("section_identifier")}>
          <ChangeId account={account} />
        </Section>
      )}
    </div>
  );
}

/** Fields with one subject, under its name or, where there is room, beside it. */
function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 py-5 first:pt-0 @min-[1040px]:grid-cols-[9rem_minmax(0,1fr)]"
    >
      <p id={id} className="font-semibold">
        {title}
      </p>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </div>
  );
}

interface ToggleProps {
  readonly form: UseFormReturn<EntriesForm>;
  readonly name: FieldPath<EntriesForm> & `entries.${number}.${"isDemo" | "allowMargin" | "isPaused"}`;
  readonly label: string;
  readonly hint: string;
  readonly isLocked?: boolean;
}

function Toggle({ form, name, label, hint, isLocked = false }: ToggleProps) {
  const errorOf = useFieldError();
  const { field, fieldState } = useController({ control: form.control, name });
  const error = errorOf(fieldState.error);
  return (
    <>
      <Switch label={label} hint={hint} isOn={field.value} onChange={field.onChange} isLocked={isLocked} />
      {error !== undefined && (
        <p role="alert" className="text-14 text-error">
          {error}
        </p>
      )}
    </>
  );
}

interface KeyFieldProps {
  readonly control: Control<EntriesForm>;
  readonly name: FieldPath<EntriesForm> & `entries.${number}.${"apiKey" | "secretKey"}`;
  readonly label: string;
  readonly isSecret?: boolean;
}

/** A key. A saved one is shown as dots: they give way to a new key, and return when none is entered. */
function KeyField({ control, name, label, isSecret = false }: KeyFieldProps) {
  const errorOf = useFieldError();
  const { field, fieldState, formState } = useController({ control, name });
  const [, index, key] = name.split(".") as [string, string, "apiKey" | "secretKey"];
  const wasMasked = isMasked(formState.defaultValues?.entries?.[Number(index)]?.[key] ?? "");
  return (
    <TextField
      {...field}
      label={label}
      type={isSecret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      onFocus={() => isMasked(field.value) && field.onChange("")}
      onBlur={() => {
        if (field.value === "" && wasMasked) field.onChange(MASKED_KEY);
        field.onBlur();
      }}
      className="font-mono text-14"
      error={errorOf(fieldState.error)}
    />
  );
}
