import { HOME_PAGE, type Account, type FirstSteps } from "@chartrelay/contract";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { useAppDispatch } from "../../core/thunk.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LinkTelegram, loadAccounts, selectAccounts } from "../accounts/index.ts";
import { SendTestOrder } from "../orders/index.ts";
import { AlertGuideButton } from "../tradingview-alert/index.ts";
import { ComingStep } from "./coming-step.tsx";
import { AlertDrawing, ChatDrawing, KeyDrawing, OrderDrawing } from "./drawings.tsx";
import { OrderAlertGuide } from "./order-alert-guide.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

export interface NextStepProps {
  readonly list: "orders" | "alerts";
}

/** Asks how far the user is, and shows what comes next in place of the list's rows. */
export default function NextStep({ list }: NextStepProps) {
  const { t } = useTranslation("first-steps");
  const { steps } = useFirstSteps();
  const accounts = useSelector(selectAccounts);
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!accounts) void dispatch(loadAccounts());
  }, [accounts, dispatch]);
  if (!steps || !accounts) return <ComingStep />;
  const [account] = accounts;
  if (!account) {
    return (
      <Nothing drawing={<KeyDrawing />} reason={t(`nothing_account_${list}`)}>
        <LinkAccountLink steps={steps} />
      </Nothing>
    );
  }
  return list === "orders" ? (
    <NoOrders accounts={accounts} account={account} done={new Set(steps.done)} />
  ) : (
    <NoAlerts account={accounts.find(({ telegramChatId }) => telegramChatId !== null) ?? account} />
  );
}

interface NothingProps {
  readonly drawing: ReactNode;
  readonly reason: string;
  /** The one next step. */
  readonly children?: ReactNode;
}

function Nothing({ drawing, reason, children }: NothingProps) {
  const { t } = useTranslation("ui");
  return <Empty drawing={drawing} title={t("no_data")} reason={reason} action={children} />;
}

interface NoOrdersProps {
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly done: ReadonlySet<FirstSteps["done"][number]>;
}

function NoOrders({ accounts, account, done }: NoOrdersProps) {
  const { t } = useTranslation("first-steps");
  if (!done.has("account")) {
    return (
      <Nothing drawing={<KeyDrawing />} reason={t("nothing_key_orders")}>
        <Link to="/profile/api" className={buttonClass()}>
          {t("to_keys")}
        </Link>
      </Nothing>
    );
  }
  const demo = accounts.find(({ isDemo, keyCheckedAt, keyRefusal }) => isDemo && keyCheckedAt && keyRefusal === null);
  if (!done.has("testOrder") && demo) {
    return (
      <Nothing drawing={<OrderDrawing />} reason={t("nothing_testOrder_orders")}>
        <SendTestOrder account={demo} />
      </Nothing>
    );
  }
  if (done.has("alert")) return <Nothing drawing={<AlertDrawing />} reason={t("nothing_ready_orders")} />;
  return (
    <Nothing drawing={<AlertDrawing />} reason={t("nothing_alert_orders")}>
      <OrderAlertGuide account={account} look="primary" />
    </Nothing>
  );
}

/** What an alert to a chat may say; TradingView fills it in. */
const ALERT_TEXT = "{{ticker}}: {{strategy.order.action}} {{strategy.order.contracts}}, {{close}}";

function NoAlerts({ account }: { readonly account: Account }) {
  const { t } = useTranslation("first-steps");
  if (account.telegramChatId === null) {
    return (
      <Nothing drawing={<ChatDrawing />} reason={t("nothing_telegram_alerts")}>
        <LinkTelegram account={account} label={t("telegram_action")} look="primary" />
      </Nothing>
    );
  }
  const query = new URLSearchParams({ account: account.id, chat_id: account.telegramChatId });
  return (
    <Nothing drawing={<AlertDrawing />} reason={t("nothing_ready_alerts")}>
      <AlertGuideButton
        look="primary"
        label={t("alert_action")}
        message={ALERT_TEXT}
        address={`${location.origin}/api/v1/alerts?${query}`}
      />
    </Nothing>
  );
}

/** Leads to the form for a first account, which the checklist has unless it was put away. */
function LinkAccountLink({ steps: { isHidden, isFinished } }: { readonly steps: FirstSteps }) {
  const { t } = useTranslation("first-steps");
  return (
    <Link to={isHidden || isFinished ? "/profile/api" : `${HOME_PAGE}#first-steps`} className={buttonClass()}>
      {t("account_action")}
    </Link>
  );
}
