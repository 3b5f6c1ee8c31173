import type { Account } from "@chartrelay/contract";
import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Reason } from "../../core/trading/reason.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { OnItsWay, Skeleton } from "../../ui/skeleton.tsx";
import { LinkAccount } from "../accounts/index.ts";

/** The first step: the form for a first account or, once there is one, what is still wrong with its key. */
export function AccountStep({ accounts }: { readonly accounts: readonly Account[] | undefined }) {
  const { t } = useTranslation("first-steps");
  if (!accounts) {
    return (
      <OnItsWay className="flex flex-col gap-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-16" />
        <Skeleton className="h-11 w-56" />
      </OnItsWay>
    );
  }
  const [account] = accounts.toSorted((one, other) => severityOf(one) - severityOf(other));
  if (!account) return <LinkAccount />;
  const { keyRefusal } = account;
  const isAsked = !isKeyMissing(account) && keyRefusal === null;
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <AccountLabel account={account} className="font-medium" />
      {isKeyMissing(account) && <p className="text-14">{t("key_missing")}</p>}
      {keyRefusal !== null && <Reason code={keyRefusal} />}
      {isAsked ? (
        <p className="inline-flex items-center gap-2 text-14 font-medium">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
          {t("key_asked")}
        </p>
      ) : (
        <Link to="/profile/api" className={buttonClass()}>
          {t("to_keys")}
        </Link>
      )}
    </div>
  );
}

const isKeyMissing = ({ apiKey, secretKey }: Account) => apiKey === "" || secretKey === "";

/** A key that is being asked about may settle it; a refused one needs its user. */
function severityOf(account: Account): number {
  if (isKeyMissing(account)) return 2;
  return account.keyRefusal === null ? 0 : 1;
}
