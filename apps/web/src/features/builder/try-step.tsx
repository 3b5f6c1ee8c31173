import type { Account } from "@chartrelay/contract";
import { Send } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LiveSign } from "../../core/live/live.tsx";
import { AccountLabel, useAccountText } from "../../core/trading/account-label.tsx";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TestReport, useTestOrder } from "../orders/index.ts";
import { Step } from "./step.tsx";

interface TryStepProps {
  readonly accounts: readonly Account[];
  /** The account that the message is for. */
  readonly account: Account;
  /** Returns the message as TradingView would post it for one of the accounts; undefined while it can't be sent. */
  readonly messageFor: (account: Account) => string | undefined;
}

/** Sends the message the whole way to a demo account, and shows how it goes. */
export function TryStep({ accounts, account, messageFor }: TryStepProps) {
  const { t } = useTranslation(["builder", "orders"]);
  const accountText = useAccountText();
  const whyNotId = useId();
  const { sent, send } = useTestOrder();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [chosenId, setChosenId] = useState("");
  // Another venue would read the message differently.
  const candidates = account.isDemo
    ? [account]
    : accounts.filter(({ isDemo, exchange }) => isDemo && exchange === account.exchange);
  const demo = candidates.find(({ id }) => id === chosenId) ?? candidates[0];
  const message = demo && messageFor(demo);

  async function test(to: Account, text: string) {
    setIsBusy(true);
    setError(undefined);
    await send({ account: to.id, message: text }).catch((refusal: unknown) => {
      const [onField] = Object.values(fieldErrorsOf(refusal));
      setError(onField ?? detailOf(refusal) ?? t("test_failed", { ns: "orders" }));
    });
    setIsBusy(false);
  }

  return (
    <Step number={4} title={t("try")} hint={t("try_hint")} aside={sent && <LiveSign />}>
      {demo ? (
        <>
          {account.isDemo ? (
            <p className="flex flex-wrap items-center gap-2 text-14">
              <span className="text-muted">{t("sent_to")}</span>
              <AccountLabel account={demo} />
            </p>
          ) : (
            <SelectField
              label={t("demo_account", { ns: "orders" })}
              hint={t("instead_of_live")}
              value={demo.id}
              onChange={({ target }) => setChosenId(target.value)}
              options={candidates.map((one) => ({ value: one.id, label: accountText(one) }))}
            />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              isBusy={isBusy}
              disabled={message === undefined}
              aria-describedby={message === undefined ? whyNotId : undefined}
              onClick={() => message !== undefined && void test(demo, message)}
            >
              {!isBusy && <Send aria-hidden className="size-4" />}
              {t("send_test", { ns: "orders" })}
            </Button>
            {message === undefined && (
              <span id={whyNotId} className="text-14 text-muted">
                {t("not_yet")}
              </span>
            )}
          </div>
          <FormError error={{ message: error }} />
          <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
            {sent && <TestReport sent={sent} />}
          </div>
        </>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-14 text-muted">{t("no_demo_here")}</p>
          <Link to="/profile/api" className={buttonClass("secondary", "px-4 text-14")}>
            {t("to_keys", { ns: "orders" })}
          </Link>
        </div>
      )}
    </Step>
  );
}
