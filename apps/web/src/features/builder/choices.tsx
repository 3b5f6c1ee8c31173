import {
  isFieldSupported,
  orderTypesOf,
  STOP_CONDITIONS,
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
import { hasPrice, type Draft, type FieldProblem } from "./draft.ts";

type TypedField = "ticker" | "size" | "price" | "triggerPrice" | "icebergFixed" | "icebergVariance" | "stopEndUnixTime";

/** Returns the field's name in the message. */
const nameOf = (field: TypedField): OrderField => (field === "size" ? "contracts" : field);

interface ChoicesProps {
  readonly accounts: readonly Account[];
  readonly draft: Draft;
  readonly venue: ListedVenue;
  /** The account that the message names; undefined if it is none of the user's. */
  readonly accountId: string | undefined;
  readonly problems: ReadonlyMap<string, FieldProblem>;
  readonly onChoose: (change: Partial<Draft>) => void;
}

/** What the message says, field by field: what is fixed here, and what TradingView fills in. */
export function Choices({ accounts, draft, venue, accountId, problems, onChoose }: ChoicesProps) {
  const { t } = useTranslation(["builder", "trading"]);
  const accountText = useAccountText();
  /** The fields that were typed in and left: a number isn't called wrong while it is only half typed. */
  const [left, setLeft] = useState<ReadonlySet<TypedField>>(new Set());
  const { type, side } = draft;
  const times = venue.timesInForce[type] ?? [];
  const has = (field: OrderField) => isFieldSupported(venue, type, field);
  const text = (field: TypedField, label: string) => {
    const problem = problems.get(nameOf(field));
    return {
      label,
      value: draft[field],
      error: problem && left.has(field) ? t(`problem_${problem}`) : undefined,
      autoComplete: "off",
      spellCheck: false,
      onChange: ({ target }: { readonly target: HTMLInputElement }) => onChoose({ [field]: target.value.trim() }),
      onBlur: () => setLeft(new Set([...left, field])),
    };
  };
  const isOtherSide = side !== "strategy" && side !== "BUY" && side !== "SELL";

  return (
    <>
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <div className="tablet:col-span-2">
          <SelectField
            label={t("account")}
            value={accountId ?? ""}
            onChange={({ target }) => onChoose({ account: target.value })}
            options={[
              ...(accountId === undefined ? [{ value: "", label: t("account_unknown") }] : []),
              ...accounts.map((account) => ({ value: account.id, label: accountText(account) })),
            ]}
          />
        </div>
        <TextField {...text("ticker", t("ticker"))} placeholder={t("from_chart")} />
        <SelectField
          label={t("side")}
          value={side}
          onChange={({ target }) => onChoose({ side: target.value as Draft["side"] })}
          options={[
            { value: "strategy", label: t("from_strategy") },
            { value: "BUY", label: t("BUY", { ns: "trading" }) },
            { value: "SELL", label: t("SELL", { ns: "trading" }) },
            ...(isOtherSide ? [{ value: side, label: side }] : []),
          ]}
        />
        <SelectField
          label={t("type")}
          value={type}
          onChange={({ target }) => onChoose({ type: target.value as Draft["type"] })}
          options={orderTypesOf(venue).map((value) => ({ value, label: t(value, { ns: "trading" }) }))}
        />
        <TextField
          {...text("size", t(venue.quantityUnit === "lots" ? "size_lots" : "size_units"))}
          placeholder={t("from_strategy")}
          inputMode="decimal"
        />
        {hasPrice(draft) && (
          <TextField {...text("price", t("price"))} placeholder={t("last_price")} inputMode="decimal" />
        )}
        {has("condition") && (
          <>
            <SelectField
              label={t("condition")}
              value={draft.condition}
              onChange={({ target }) => onChoose({ condition: target.value as Draft["condition"] })}
              options={STOP_CONDITIONS.map((value) => ({ value, label: t(value) }))}
            />
            <TextField
              {...text("triggerPrice", t("trigger_price"))}
              placeholder={t("last_price")}
              inputMode="decimal"
            />
          </>
        )}
        {times.length > 0 && (
          <SelectField
            label={t("time_in_force")}
            value={draft.timeInForce}
            onChange={({ target }) => onChoose({ timeInForce: target.value as Draft["timeInForce"] })}
            options={[{ value: "", label: t("by_default") }, ...times.map((value) => ({ value, label: t(value) }))]}
          />
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
            onChange={({ target }) => onChoose({ positionSide: target.value as Draft["positionSide"] })}
            options={[
              { value: "", label: t("one_way") },
              { value: "LONG", label: "LONG" },
              { value: "SHORT", label: "SHORT" },
            ]}
          />
        )}
      </div>
      {has("activate") && (
        <Switch label={t("activate")} isOn={draft.isActive} onChange={(isActive) => onChoose({ isActive })} />
      )}
    </>
  );
}
