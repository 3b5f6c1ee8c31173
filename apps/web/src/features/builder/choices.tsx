import {
  isFieldSupported,
  SIZE_FIELDS,
  STOP_CONDITIONS,
  type Account,
  type ListedVenue,
  type OrderField,
  type Strategy,
} from "@chartrelay/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Addressee } from "./addressee.tsx";
import { type FieldProblem } from "./check-draft.ts";
import { DRAFT_ACTIONS, hasPrice, hasSide, hasTicker, sizeFromStrategy, typesFor, type Draft } from "./draft.ts";

type TypedField = "ticker" | "size" | "price" | "triggerPrice" | "icebergFixed" | "icebergVariance" | "stopEndUnixTime";

interface ChoicesProps {
  readonly accounts: readonly Account[];
  readonly strategies: readonly Strategy[];
  readonly draft: Draft;
  readonly venue: ListedVenue;
  /** The account that the choices are for; undefined if it is none of the user's. */
  readonly accountId: string | undefined;
  readonly problems: ReadonlyMap<string, FieldProblem>;
  readonly onChoose: (change: Partial<Draft>) => void;
}

/** What the message says, field by field: what is fixed here, and what TradingView fills in. */
export function Choices({ accounts, strategies, draft, venue, accountId, problems, onChoose }: ChoicesProps) {
  const { t } = useTranslation(["builder", "trading"]);
  /** The fields that were typed in and left: a number isn't called wrong while it is only half typed. */
  const [left, setLeft] = useState<ReadonlySet<TypedField>>(new Set());
  const { type, side, action, sizedBy } = draft;
  const isOrder = action === "order";
  const times = venue.timesInForce[type] ?? [];
  const has = (field: OrderField) => isOrder && isFieldSupported(venue, type, field);
  const text = (field: TypedField, label: string) => {
    const problem = problems.get(field === "size" ? sizedBy : field);
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
  const unit = venue.quantityUnit === "lots" ? "size_lots" : "size_units";
  const sizeLabel =
    sizedBy === "contracts" && draft.strategy === ""
      ? t(unit)
      : t(`size_${sizedBy === "contracts" ? "strategy" : sizedBy}`);
  const isOtherSide = side !== "strategy" && side !== "BUY" && side !== "SELL";

  return (
    <>
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <div className="tablet:col-span-2">
          <Addressee
            accounts={accounts}
            strategies={strategies}
            draft={draft}
            accountId={accountId}
            onChoose={onChoose}
          />
        </div>
        <SelectField
          label={t("action")}
          value={action}
          onChange={({ target }) => onChoose({ action: target.value as Draft["action"] })}
          options={DRAFT_ACTIONS.map((value) => ({ value, label: t(`action_${value}`) }))}
        />
        {hasTicker(draft) && <TextField {...text("ticker", t("ticker"))} placeholder={t("from_chart")} />}
        {isOrder && (
          <>
            {hasSide(draft) && (
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
            )}
            <SelectField
              label={t("type")}
              value={type}
              onChange={({ target }) => onChoose({ type: target.value as Draft["type"] })}
              options={typesFor(draft, venue).map((value) => ({ value, label: t(value, { ns: "trading" }) }))}
            />
            <SelectField
              label={t("sized_by")}
              value={sizedBy}
              // A number means something else in another unit: 5 contracts, or 5 roubles.
              onChange={({ target }) => onChoose({ sizedBy: target.value as Draft["sizedBy"], size: "" })}
              options={SIZE_FIELDS.map((value) => ({ value, label: t(`sized_by_${value}`) }))}
            />
            <TextField
              {...text("size", sizeLabel)}
              placeholder={sizeFromStrategy(draft) === "" ? t("size_needed") : t("from_strategy")}
              inputMode="decimal"
            />
          </>
        )}
        {isOrder && hasPrice(draft) && (
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
        {isOrder && times.length > 0 && (
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
        {has("positionSide") && hasSide(draft) && (
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
