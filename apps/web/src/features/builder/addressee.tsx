import type { Account, Strategy } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { addressedTo, type Draft } from "./draft.ts";

/** Tells a strategy from an account among the choices. */
const STRATEGY = "strategy:";

interface AddresseeProps {
  readonly accounts: readonly Account[];
  readonly strategies: readonly Strategy[];
  readonly draft: Draft;
  /** The account that the choices are for; undefined if it is none of the user's. */
  readonly accountId: string | undefined;
  readonly onChoose: (change: Partial<Draft>) => void;
}

/** Whom the message is for: one account, or a strategy with all of its accounts. */
export function Addressee({ accounts, strategies, draft, accountId, onChoose }: AddresseeProps) {
  const { t } = useTranslation("builder");
  const accountText = useAccountText();
  const isForStrategy = draft.strategy !== "" && draft.account === "";
  const named = isForStrategy ? strategies.find(({ id }) => id === draft.strategy)?.id : undefined;
  const value = isForStrategy ? named && STRATEGY + named : accountId;
  return (
    <SelectField
      label={strategies.length === 0 ? t("account") : t("account_or_strategy")}
      value={value ?? ""}
      onChange={({ target }) => {
        const [, strategy] = target.value.split(STRATEGY);
        onChoose(addressedTo(draft, strategy === undefined ? { account: target.value } : { strategy }));
      }}
      options={[
        ...(value === undefined
          ? [{ value: "", label: t(isForStrategy ? "strategy_unknown" : "account_unknown") }]
          : []),
        ...strategies.map(({ id, name }) => ({ value: STRATEGY + id, label: t("strategy_option", { name }) })),
        ...accounts.map((account) => ({ value: account.id, label: accountText(account) })),
      ]}
    />
  );
}
