import { manifestOf, type Account } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ButtonLook } from "../../ui/button.tsx";
import { exampleMessage, useMessageCopied } from "../builder/index.ts";
import { AlertGuideButton } from "../tradingview-alert/index.ts";

interface OrderAlertGuideProps {
  readonly account: Account;
  readonly look: ButtonLook;
  readonly className?: string;
}

/** Shows how to set up an alert for orders, with a message to this account that takes everything from the strategy. */
export function OrderAlertGuide({ account, look, className }: OrderAlertGuideProps) {
  const { t } = useTranslation("first-steps");
  return (
    <AlertGuideButton
      look={look}
      {...(className !== undefined && { className })}
      label={t("alert_action")}
      message={exampleMessage(account.id, manifestOf(account.exchange))}
      address={`${location.origin}/api/v1/orders`}
      onMessageCopied={useMessageCopied()}
      aboutMessage={
        <Link to={{ pathname: "/profile/build", search: `?account=${account.id}` }} className="text-14 link">
          {t("other_message")}
        </Link>
      }
    />
  );
}
