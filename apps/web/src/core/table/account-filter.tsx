import { isNamed, shortAccountId, type Account } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import type { Thunk } from "../thunk.ts";
import { useAccountText } from "../trading/account-label.tsx";
import { useLoaded } from "../use-loaded.ts";
import { ChoiceFilter } from "./filters.tsx";

const loadAccounts =
  (): Thunk<Account[]> =>
  (_, __, { client }) =>
    client.get("/accounts/me/list");

interface AccountFilterProps {
  /** An account's id. */
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/** A choice of the trader's accounts; one that is gone stays chosen until another is. */
export function AccountFilter({ value = "", onChange }: AccountFilterProps) {
  const { t } = useTranslation("lists");
  const { value: accounts = [] } = useLoaded(loadAccounts);
  const textOf = useAccountText();
  const chosen = accounts.find((account) => isNamed(account, value));
  const options = accounts.map((account) => ({ value: account.id, label: textOf(account) }));
  return (
    <ChoiceFilter
      label={t("any_account")}
      value={chosen?.id ?? value}
      options={value === "" || chosen ? options : [...options, { value, label: shortAccountId(value) }]}
      onChange={onChange}
      className="col-span-2"
    />
  );
}

/** What the account with an id is called. */
export function AccountName({ id }: { readonly id: string }) {
  const { value: accounts = [] } = useLoaded(loadAccounts);
  const textOf = useAccountText();
  const account = accounts.find((each) => isNamed(each, id));
  return account ? textOf(account) : shortAccountId(id);
}
