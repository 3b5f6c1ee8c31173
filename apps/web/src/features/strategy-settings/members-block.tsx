import { isNamed, type Account } from "@chartrelay/contract";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Block } from "../../ui/block.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { AccountPicker } from "./account-picker.tsx";
import { MemberRow } from "./member-row.tsx";
import type { SettingsValues } from "./values.ts";

/** A copy of the strategy's own size, until its trader chooses another. */
const AS_THE_STRATEGY = { kind: "multiplier", value: "1" } as const;

/** The accounts in which a strategy trades, and with what size in each. */
export function MembersBlock({ accounts }: { readonly accounts: readonly Account[] }) {
  const { t } = useTranslation("strategy-settings");
  const { control, getValues, setValue } = useFormContext<SettingsValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "members", keyName: "key" });
  const [isPicking, setIsPicking] = useState(false);
  const chosen = new Set(fields.map(({ accountId }) => accountId));

  /** The newest row's sizing is probably meant for the next ones, too. */
  function add(ids: readonly string[]) {
    const { kind, value } = getValues("members").at(-1) ?? AS_THE_STRATEGY;
    append(
      ids.map((accountId) => ({ accountId, kind, value, isOn: true })),
      { shouldFocus: false },
    );
    setIsPicking(false);
  }

  function giveAll(index: number) {
    const { kind, value } = getValues(`members.${index}`);
    setValue(
      "members",
      getValues("members").map((member) => ({ ...member, kind, value })),
      { shouldDirty: true, shouldValidate: true },
    );
  }

  return (
    <Block title={t("members")} hint={t("members_hint")}>
      {accounts.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-dashed border-line p-3">
          <p className="text-14 text-muted">{t("no_accounts")}</p>
          <Link to="/profile/api" className={buttonClass("secondary", "px-4 text-14")}>
            {t("link_account")}
          </Link>
        </div>
      ) : (
        <>
          {fields.length === 0 && <p className="text-14 text-muted">{t("no_members")}</p>}
          <ul className="flex max-h-[48rem] flex-col gap-2 overflow-y-auto empty:hidden">
            {fields.map(({ key, accountId }, index) => (
              <MemberRow
                key={key}
                index={index}
                account={accounts.find((account) => isNamed(account, accountId))}
                onRemove={remove}
                onGiveAll={fields.length > 1 ? giveAll : undefined}
              />
            ))}
          </ul>
          {isPicking ? (
            <AccountPicker
              accounts={accounts.filter(({ id }) => !chosen.has(id))}
              onPick={add}
              onClose={() => setIsPicking(false)}
            />
          ) : (
            chosen.size < accounts.length && (
              <Button
                look="secondary"
                className="self-start px-4 text-14"
                aria-expanded={false}
                onClick={() => setIsPicking(true)}
              >
                <Plus aria-hidden className="size-4" />
                {t("add_accounts")}
              </Button>
            )
          )}
        </>
      )}
    </Block>
  );
}
