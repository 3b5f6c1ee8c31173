import type { Attention, Overview } from "@chartrelay/contract";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountLabel } from "../../core/trading/account-label.tsx";
import { Status } from "../../core/trading/status.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Panel, PANEL_LINK } from "./panel.tsx";

type AccountRow = Overview["accounts"][number];
type Finding = Overview["attention"][number];

/** So many are shown at first, and more if more need attention. */
const SHOWN = 6;
/** What keeps an account from trading comes first. */
const GRAVITY: readonly Attention[] = [
  "key-refused",
  "key-missing",
  "paused",
  "key-expires",
  "chat-blocked",
  "no-chat",
];

/** How each account is doing, those that need attention first. */
export function AccountsState({ value }: { readonly value: Overview | undefined }) {
  const { t } = useTranslation("overview");
  const [isOpen, setIsOpen] = useState(false);
  const rows = value && bySeverity(value);
  const shown = rows?.slice(0, isOpen ? undefined : SHOWN);
  const waiting = rows?.filter(({ findings }) => findings.length > 0).length ?? 0;
  return (
    <Panel
      title={t("accounts")}
      aside={
        <Link to="/profile/api" className={PANEL_LINK}>
          {t("to_keys")}
        </Link>
      }
    >
      {!rows && [1, 2, 3].map((row) => <Skeleton key={row} className="my-2 h-9 w-full" />)}
      {rows?.length === 0 && (
        <Empty
          title={t("no_accounts")}
          reason={t("no_accounts_reason")}
          action={
            <Link to="/profile/api" className={buttonClass()}>
              {t("link_account")}
            </Link>
          }
        />
      )}
      {rows && rows.length > 0 && (
        <p className={classNames("text-14", waiting > 0 ? "text-warning" : "text-muted")}>
          {waiting > 0 ? t("need_attention", { count: waiting, total: rows.length }) : t("all_ready")}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul
          className={classNames(
            "mt-1 flex flex-col divide-y divide-line",
            isOpen && "max-h-128 overflow-y-auto *:[contain-intrinsic-size:auto_56px] *:[content-visibility:auto]",
          )}
          {...(isOpen && { tabIndex: 0, "aria-label": t("accounts") })}
        >
          {shown.map(({ account, findings }) => (
            <Account key={account.accountId} account={account} findings={findings} />
          ))}
        </ul>
      )}
      {rows && rows.length > SHOWN && (
        <Button
          look="quiet"
          aria-expanded={isOpen}
          className="mt-1 self-start px-3 text-14"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t("show_fewer") : t("show_all", { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}

interface Row {
  readonly account: AccountRow;
  readonly findings: readonly Finding[];
}

function Account({ account, findings }: Row) {
  const { t } = useTranslation("overview");
  const { accountId, lastOrder } = account;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 text-14 tablet:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_10rem]">
      <Link
        to={`/profile/api?account=${encodeURIComponent(accountId)}`}
        className="col-span-2 rounded-[4px] font-medium after:absolute after:inset-0 tablet:col-span-1"
      >
        <AccountLabel account={account} />
      </Link>
      <span className="flex min-w-0 items-start gap-2">
        {findings.length === 0 ? (
          <>
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
            <span className="text-muted">{t("ready")}</span>
          </>
        ) : (
          <>
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <span>
              {findings.map(({ attention, at }, index) => (
                <span key={attention}>
                  {index > 0 && " · "}
                  {t(`attention_${attention}`)}
                  {at !== null && (
                    <>
                      {" "}
                      <DateTime at={at} />
                    </>
                  )}
                </span>
              ))}
            </span>
          </>
        )}
      </span>
      <span className="flex flex-col items-end text-12 text-muted tabular">
        {lastOrder ? (
          <>
            <Status status={lastOrder.status} />
            <DateTime at={lastOrder.at} />
          </>
        ) : (
          t("no_week_orders")
        )}
      </span>
    </li>
  );
}

/** Returns the accounts by how grave their first finding is; otherwise in the order in which they were added. */
function bySeverity({ accounts, attention }: Overview): Row[] {
  const found = Map.groupBy(attention, ({ accountId }) => accountId);
  const gravity = ({ findings: [first] }: Row) => (first ? GRAVITY.indexOf(first.attention) : GRAVITY.length);
  return accounts
    .map((account) => ({
      account,
      findings: (found.get(account.accountId) ?? []).toSorted(
        (a, b) => GRAVITY.indexOf(a.attention) - GRAVITY.indexOf(b.attention),
      ),
    }))
    .toSorted((a, b) => gravity(a) - gravity(b));
}
