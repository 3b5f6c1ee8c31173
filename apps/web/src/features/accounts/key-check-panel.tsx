import type { Account, KeyCheck } from "@chartrelay/contract";
import { Check, Minus, ShieldCheck, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { Reason } from "../../core/trading/reason.tsx";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { checkKey } from "./api.ts";

/** Asks the broker what the saved key may do, and shows what is known about it. */
export function KeyCheckPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation("accounts");
  const dispatch = useAppDispatch();
  const [check, setCheck] = useState<KeyCheck | "failed">();
  const [isBusy, setIsBusy] = useState(false);
  const { id, keyRefusal, keyCheckedAt, keyExpiresAt } = account;
  const result = check === "failed" ? undefined : check;
  const refusal = result ? result.reason : keyRefusal;

  async function run() {
    setIsBusy(true);
    const answer = await dispatch(checkKey(id)).catch((error: unknown) => {
      log.warn("a key could not be checked", error);
      return "failed" as const;
    });
    setCheck(answer);
    setIsBusy(false);
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="secondary" isBusy={isBusy} onClick={() => void run()} className="px-4 text-14">
          {!isBusy && <ShieldCheck aria-hidden className="size-4" />}
          {t("check_key")}
        </Button>
        <span className="text-14 text-muted" role="status">
          {check === "failed" && t("check_failed")}
          {result && t(`check_${result.verdict}`)}
          {!check && keyCheckedAt !== null && (
            <>
              {t("checked")} <DateTime at={keyCheckedAt} />
            </>
          )}
        </span>
      </div>
      {refusal !== null && <Reason code={refusal} />}
      {result && result.verdict !== "unclear" && (
        <ul className="flex flex-col gap-1 text-14">
          <Right may={result.mayTrade} isWanted text={t("may_trade")} />
          <Right may={result.maySeeOrders} isWanted text={t("may_see_orders")} />
          <Right may={result.mayWithdraw} isWanted={false} text={t("may_withdraw")} />
        </ul>
      )}
      {(result?.expiresAt ?? keyExpiresAt) !== null && (
        <p className={result?.expiresSoon ? "text-14 text-warning" : "text-14 text-muted"}>
          {t("expires")} <DateTime at={result?.expiresAt ?? keyExpiresAt} />
        </p>
      )}
    </div>
  );
}

interface RightProps {
  /** Null when the broker doesn't say. */
  readonly may: boolean | null;
  /** Whether the key should have this right. */
  readonly isWanted: boolean;
  readonly text: string;
}

function Right({ may, isWanted, text }: RightProps) {
  const { t } = useTranslation("accounts");
  const Icon = may === null ? Minus : may ? Check : X;
  const color = may === null ? "text-muted" : may === isWanted ? "text-ok" : "text-error";
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className={`size-4 ${color}`} />
      <span>
        {text}: {t(may === null ? "right_unknown" : may ? "right_yes" : "right_no")}
      </span>
    </li>
  );
}
