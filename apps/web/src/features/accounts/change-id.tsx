import type { Account } from "@chartrelay/contract";
import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.ts";

const ChangeIdDialog = late(() => import("./change-id-dialog.tsx"));

/** The button for a new identifier, for users who fear that somebody else knows the current one. */
export function ChangeId({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const [isChanging, setIsChanging] = useState(false);
  const isInOverlap = account.oldId !== null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        look="secondary"
        aria-haspopup="dialog"
        disabled={isInOverlap}
        className="px-4 text-14"
        onClick={() => setIsChanging(true)}
      >
        <KeyRound aria-hidden className="size-4" />
        {t("change_id")}
      </Button>
      <p className="text-14 text-muted">{t(isInOverlap ? "change_id_later" : "change_id_hint")}</p>
      <Suspense>{isChanging && <ChangeIdDialog account={account} onClose={() => setIsChanging(false)} />}</Suspense>
    </div>
  );
}
