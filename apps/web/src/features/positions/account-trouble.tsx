import { manifestOf, type AccountHoldings } from "@chartrelay/contract";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useWhy } from "../../core/trading/why.ts";

/** Why an account's positions couldn't be read, and what its trader can do; nothing if they were. */
export function Trouble({ account }: { readonly account: AccountHoldings }) {
  const { t } = useTranslation(["positions", "trading"]);
  const why = useWhy();
  const { accountId, exchange, positions } = account;
  const { state, reason } = positions;
  if (state === "read") return null;
  const right = `${manifestOf(exchange).texts}_right` as "alor_right";
  return (
    <div className="flex gap-3 rounded-card border border-warning/40 bg-warning/8 p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1 text-14">
        <p className="font-semibold">{t(state, { venue: t(exchange, { ns: "trading" }) })}</p>
        {/* NO_RIGHT_TO_READ says in other words what the heading says. */}
        {reason !== null && reason !== "NO_RIGHT_TO_READ" && <p>{why({ reason })}</p>}
        {state === "forbidden" && <p>{t(right)}</p>}
        <p className="text-muted">{t(`${state}_next`)}</p>
        {state === "forbidden" && (
          <Link
            to={{ pathname: "/profile/api", search: `?account=${encodeURIComponent(accountId)}` }}
            className="-my-2 inline-flex min-h-11 items-center self-start link"
          >
            {t("to_account")}
          </Link>
        )}
      </div>
    </div>
  );
}
