import type { Account } from "@chartrelay/contract";
import { TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { late } from "../../ui/late.ts";
import { shortId } from "./short-id.ts";

const EndOldIdDialog = late(() => import("./end-old-id-dialog.tsx"));

interface OldIdNoticeProps {
  readonly account: Account;
  readonly oldId: NonNullable<Account["oldId"]>;
}

/** While a changed identifier still works: until when, whether alerts still use it, and a button to disable it. */
export function OldIdNotice({ account, oldId }: OldIdNoticeProps) {
  const { t } = useTranslation("accounts");
  const [isEnding, setIsEnding] = useState(false);
  const { id, worksUntil, lastUsedAt } = oldId;
  return (
    <div className="flex flex-col gap-3 border-t border-line px-4 py-3 text-14 tablet:flex-row tablet:items-center">
      <div className="flex min-w-0 grow gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-medium">{t("old_id_title")}</p>
          <p className="text-muted">
            {t("old_id_works", { id: shortId(id) })} <DateTime at={worksUntil} />
          </p>
          <p className={lastUsedAt === null ? "text-muted" : "text-warning"}>
            {lastUsedAt === null ? (
              t("old_id_unused")
            ) : (
              <>
                {t("old_id_used")} <DateTime at={lastUsedAt} />
              </>
            )}
          </p>
        </div>
      </div>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        className="ml-7 shrink-0 self-start px-4 text-14 tablet:ml-0 tablet:self-center"
        onClick={() => setIsEnding(true)}
      >
        {t("end_old_id")}
      </Button>
      <Suspense>
        {isEnding && <EndOldIdDialog account={account} oldId={oldId} onClose={() => setIsEnding(false)} />}
      </Suspense>
    </div>
  );
}
