import { DEFAULT_PLAN, type Account, type FirstStep } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import { selectUser } from "../../core/session/slice.ts";
import { buttonClass, type ButtonLook } from "../../ui/button.tsx";
import { LinkTelegram } from "../accounts/index.ts";
import { SendTestOrder } from "../orders/index.ts";
import { checkoutAddress, selectSubscription } from "../subscription/index.ts";
import { OrderAlertGuide } from "./order-alert-guide.tsx";

interface StepActionProps {
  readonly step: Exclude<FirstStep, "account">;
  /** The next step's action is the one to press. */
  readonly isNext: boolean;
  readonly accounts: readonly Account[] | undefined;
}

/** The one thing that a step asks for. Most need an account first. */
export function StepAction({ step, isNext, accounts }: StepActionProps) {
  const { t } = useTranslation("first-steps");
  const [first] = accounts ?? [];
  const look: ButtonLook = isNext ? "primary" : "secondary";
  const className = isNext ? "self-start" : "shrink-0 self-start px-4 text-14 tablet:self-center";
  if (!first) return null;
  const shared = { look, className, account: first };
  switch (step) {
    case "message":
      return (
        <Link to="/profile/build" className={buttonClass(look, className)}>
          {t("message_action")}
        </Link>
      );
    case "testOrder":
      return <SendTestOrder {...shared} account={accounts?.find(isReadyDemo) ?? first} />;
    case "alert":
      return <OrderAlertGuide {...shared} />;
    case "telegram":
      return <TelegramAction {...shared} account={accounts?.find(({ telegramChatId }) => !telegramChatId) ?? first} />;
    case "live":
      return <LiveAction {...shared} />;
  }
}

const isReadyDemo = ({ isDemo, keyCheckedAt, keyRefusal }: Account) =>
  isDemo && keyCheckedAt !== null && keyRefusal === null;

interface ActionProps {
  readonly account: Account;
  readonly look: ButtonLook;
  readonly className: string;
}

function TelegramAction({ account, ...button }: ActionProps) {
  const { t } = useTranslation("first-steps");
  const user = useSelector(selectUser);
  // Without a confirmed address, the API gives no code.
  if (!user?.isEmailConfirmed) return <p className="text-14 text-muted tablet:max-w-64">{t("telegram_unconfirmed")}</p>;
  return <LinkTelegram account={account} label={t("telegram_action")} {...button} />;
}

function LiveAction({ look, className }: ActionProps) {
  const { t } = useTranslation("first-steps");
  const isPro = useSelector(selectSubscription)?.type === "PRO";
  if (isPro) {
    return (
      <Link to="/profile/api" className={buttonClass(look, className)}>
        {t("live_action_pro")}
      </Link>
    );
  }
  return (
    // A separate document: features/subscription/checkout-page.ts.
    <a href={checkoutAddress(DEFAULT_PLAN)} className={buttonClass(look, className)}>
      {t("live_action")}
    </a>
  );
}
