import {
  isFieldSupported,
  isNamed,
  manifestOf,
  orderTypesOf,
  STOP_CONDITIONS,
  VENUE_MANIFESTS,
  type Account,
  type ListedVenue,
  type OrderField,
} from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { checkDraft, EMPTY_DRAFT, hasPrice, type Draft } from "./draft.ts";
import { CopyBox, EmptyBox } from "./copy-box.tsx";
import { useMessageCopied } from "./use-message-copied.ts";

type TypedField = "ticker" | "size" | "price" | "triggerPrice" | "icebergFixed" | "icebergVariance" | "stopEndUnixTime";

/** Returns the field's name in the message. */
const nameOf = (field: TypedField): OrderField => (field === "size" ? "contracts" : field);

interface MessageBuilderProps {
  readonly accounts: readonly Account[];
  readonly venues?: readonly ListedVenue[];
}

/** Builds an alert's message: what is chosen here, and what TradingView fills in. */
export function MessageBuilder({ accounts, venues = VENUE_MANIFESTS }: MessageBuilderProps) {
  const { t } = useTranslation(["builder", "trading"]);
  const accountText = useAccountText();
  const onCopied = useMessageCopied();
  const [choice, setChoice] = useState(EMPTY_DRAFT);
  /** The fields that were typed in and left: a number isn't called wrong while it is only half typed. */
  const [left, setLeft] = useState<ReadonlySet<TypedField>>(new Set());
  const account = accounts.find((one) => isNamed(one, choice.account)) ?? accounts[0];
  if (!account) return <p className="text-muted">{t("no_account")}</p>;
  const venue = manifestOf(account.exchange, venues);
  const types = orderTypesOf(venue);
  const type = types.includes(choice.type) ? choice.type : (types[0] ?? "MARKET");
  const draft: Draft = { ...choice, account: account.id, type };
  const times = venue.timesInForce[type] ?? [];
  const has = (field: OrderField) => isFieldSupported(venue, type, field);

  const set = (change: Partial<Draft>) => setChoice({ ...draft, ...change });
  const { message, problems } = checkDraft(draft, venue);
  const text = (field: TypedField, label: string) => {
    const problem = problems.get(nameOf(field));
    return {
      label,
      value: draft[field],
      error: problem && left.has(field) ? t(`problem_${problem}`) : undefined,
      autoComplete: "off",
      onChange: ({ target }: { readonly target: HTMLInputElement }) => set({ [field]: target.value.trim() }),
      onBlur: () => setLeft(new Set([...left, field])),
    };
  };
  const origin = location.origin;

  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 tablet:grid-cols-2">
        <SelectField
          label={t("account")}
          value={account.id}
          onChange={({ target }) => set({ account: target.value })}
          options={accounts.map((one) => ({ value: one.id, label: accountText(one) }))}
        />
        <TextField {...text("ticker", t("ticker"))} placeholder={t("from_chart")} />
        <SelectField
          label={t("side")}
          value={draft.side}
          onChange={({ target }) => set({ side: target.value as Draft["side"] })}
          options={[
            { value: "strategy", label: t("from_strategy") },
            { value: "BUY", label: t("BUY", { ns: "trading" }) },
            { value: "SELL", label: t("SELL", { ns: "trading" }) },
          ]}
        />
        <TextField
          {...text("size", t(venue.quantityUnit === "lots" ? "size_lots" : "size_units"))}
          placeholder={t("from_strategy")}
          inputMode="decimal"
        />
        <SelectField
          label={t("type")}
          value={type}
          onChange={({ target }) => set({ type: target.value as Draft["type"] })}
          options={types.map((value) => ({ value, label: t(value, { ns: "trading" }) }))}
        />
        {times.length > 0 && (
          <SelectField
            label={t("time_in_force")}
            value={draft.timeInForce}
            onChange={({ target }) => set({ timeInForce: target.value as Draft["timeInForce"] })}
            options={[{ value: "", label: t("by_default") }, ...times.map((value) => ({ value, label: t(value) }))]}
          />
        )}
        {hasPrice(draft) && (
          <TextField {...text("price", t("price"))} placeholder={t("last_price")} inputMode="decimal" />
        )}
        {has("condition") && (
          <>
            <SelectField
              label={t("condition")}
              value={draft.condition}
              onChange={({ target }) => set({ condition: target.value as Draft["condition"] })}
              options={STOP_CONDITIONS.map((value) => ({ value, label: t(value) }))}
            />
            <TextField
              {...text("triggerPrice", t("trigger_price"))}
              placeholder={t("last_price")}
              inputMode="decimal"
            />
          </>
        )}
        {has("stopEndUnixTime") && (
          <TextField {...text("stopEndUnixTime", t("stop_end"))} placeholder={t("no_end")} inputMode="numeric" />
        )}
        {has("icebergFixed") && (
          <TextField {...text("icebergFixed", t("iceberg_fixed"))} placeholder={t("none")} inputMode="numeric" />
        )}
        {has("icebergVariance") && (
          <TextField {...text("icebergVariance", t("iceberg_variance"))} placeholder={t("none")} inputMode="numeric" />
        )}
        {has("positionSide") && (
          <SelectField
            label={t("position_side")}
            value={draft.positionSide}
            onChange={({ target }) => set({ positionSide: target.value as Draft["positionSide"] })}
            options={[
              { value: "", label: t("one_way") },
              { value: "LONG", label: "LONG" },
              { value: "SHORT", label: "SHORT" },
            ]}
          />
        )}
      </div>
      {has("activate") && (
        <Switch label={t("activate")} isOn={draft.isActive} onChange={(isActive) => set({ isActive })} />
      )}
      {message === null ? (
        <EmptyBox label={t("message")}>{t("message_refused")}</EmptyBox>
      ) : (
        <CopyBox label={t("message")} copyLabel={t("copy_message")} text={message} onCopied={onCopied} />
      )}
      <CopyBox label={t("webhook")} copyLabel={t("copy_webhook")} text={`${origin}/api/v1/orders`} />
      {account.telegramChatId === null ? (
        <div className="flex flex-col gap-1">
          <p className="text-14 font-medium">{t("alert_webhook")}</p>
          <p className="text-14 text-muted">{t("alert_webhook_needs_chat")}</p>
        </div>
      ) : (
        <CopyBox
          label={t("alert_webhook")}
          copyLabel={t("copy_alert_webhook")}
          text={`${origin}/api/v1/alerts?${new URLSearchParams({ account: account.id, chat_id: account.telegramChatId })}`}
        />
      )}
      <p className="text-14 text-muted">{t("where")}</p>
    </div>
  );
}
