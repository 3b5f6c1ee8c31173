import { manifestOf, plainDecimal, product, SIZING_KINDS, type Account, type SizingKind } from "@chartrelay/contract";
import { Trash2 } from "lucide-react";
import { memo, useId } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { AccountLabel, useAccountText } from "../../core/trading/account-label.tsx";
import { formatDecimal } from "../../lib/amounts.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { SettingsValues } from "./values.ts";

interface MemberRowProps {
  readonly index: number;
  /** Undefined when it is no longer the user's. */
  readonly account: Account | undefined;
  readonly onRemove: (index: number) => void;
  /** Gives every account this row's sizing; undefined if it is the only one. */
  readonly onGiveAll: ((index: number) => void) | undefined;
}

/** One account of a strategy: what size it trades, in numbers and in words, and whether it takes part. */
export const MemberRow = memo(function MemberRow({ index, account, onRemove, onGiveAll }: MemberRowProps) {
  const { t } = useTranslation("strategy-settings");
  const id = useId();
  const errorOf = useFieldError();
  const textOf = useAccountText();
  const { control, register } = useFormContext<SettingsValues>();
  const { errors } = useFormState({ control, name: `members.${index}` });
  const [kind, value, isOn] = useWatch({
    control,
    name: [`members.${index}.kind`, `members.${index}.value`, `members.${index}.isOn`],
  });
  const error = errorOf(errors.members?.[index]?.value);
  const name = account ? textOf(account) : t("gone");
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line p-3 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
      <div className="flex items-start justify-between gap-3">
        <span className={classNames("min-w-0 py-2 text-14", isOn && "font-medium")}>
          {account ? <AccountLabel account={account} /> : t("gone")}
        </span>
        <span className="flex shrink-0 items-center">
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 px-2 text-14">
            <input
              {...register(`members.${index}.isOn`)}
              type="checkbox"
              className="choice"
              aria-label={t("is_on_of", { account: name })}
            />
            <span aria-hidden>{t("is_on")}</span>
          </label>
          <IconButton label={t("remove", { account: name })} onClick={() => onRemove(index)}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </span>
      </div>
      <div className="grid gap-2 tablet:grid-cols-[minmax(0,16rem)_minmax(0,10rem)_auto]">
        <select
          {...register(`members.${index}.kind`)}
          aria-label={t("sizing_of", { account: name })}
          className="control text-14"
        >
          {SIZING_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`sizing_${each}`)}
            </option>
          ))}
        </select>
        <input
          {...register(`members.${index}.value`)}
          aria-label={t("value_of", { account: name })}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint`}
          inputMode="decimal"
          autoComplete="off"
          className="control text-14 tabular"
        />
        {onGiveAll && (
          <button
            type="button"
            onClick={() => onGiveAll(index)}
            className="min-h-11 justify-self-start text-14 link tablet:px-2"
            aria-label={t("give_all_of", { account: name })}
          >
            {t("give_all")}
          </button>
        )}
      </div>
      <p
        id={`${id}-hint`}
        role={error === undefined ? undefined : "alert"}
        className={classNames("text-14", error === undefined ? "text-muted" : "text-error")}
      >
        {error ?? <Meaning kind={kind} value={value} account={account} />}
      </p>
    </li>
  );
});

/** What the sizing comes to, as an example in the account's own units. */
function Meaning({ kind, value, account }: { kind: SizingKind; value: string; account: Account | undefined }) {
  const { t, i18n } = useTranslation("strategy-settings");
  const decimal = plainDecimal(value.trim().replace(",", "."));
  if (decimal === undefined) return t("sizing_hint");
  const number = (quantity: string) => formatDecimal(quantity, i18n.language);
  /** A quantity in the unit of the account's venue. */
  const sized = (quantity: string) =>
    account
      ? t(manifestOf(account.exchange).quantityUnit === "lots" ? "in_lots" : "in_units", {
          count: Number(quantity),
          quantity: number(quantity),
        })
      : number(quantity);
  return t(`sizing_${kind}_means`, {
    value: kind === "fixed" ? sized(decimal) : number(decimal),
    of10: sized(product("10", decimal)),
  });
}
