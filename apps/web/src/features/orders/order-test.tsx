import type { Account } from "@chartrelay/contract";
import { Send } from "lucide-react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { Block } from "../../ui/block.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TestReport } from "./test-report.tsx";
import { useTestOrder } from "./use-test-order.ts";

/** Sends an order all the way to a demo account, and shows each step as it happens. */
export function OrderTest({ accounts }: { readonly accounts: readonly Account[] }) {
  const { t } = useTranslation(["orders", "order"]);
  const accountText = useAccountText();
  const demo = accounts.filter(({ isDemo }) => isDemo);
  const { sent, send } = useTestOrder();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { account: demo[0]?.id ?? "", message: "" },
  });
  const { errors, isSubmitting } = formState;

  async function submit({ account, message }: { readonly account: string; readonly message: string }) {
    try {
      await send({ account, ...(message.trim() && { message }) });
    } catch (error) {
      const { account: onAccount, message: onMessage } = fieldErrorsOf(error);
      if (onAccount) setError("account", { message: onAccount });
      else setError("message", { message: onMessage ?? detailOf(error) ?? t("test_failed") });
    }
  }

  if (demo.length === 0) {
    return (
      <div className="tablet:card">
        <Empty
          title={t("no_demo")}
          reason={t("no_demo_reason")}
          action={
            <Link to="/profile/api" className={buttonClass()}>
              {t("to_keys")}
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
      <Block title={t("test_what")} hint={t("test_hint")}>
        <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
          <SelectField
            {...register("account")}
            label={t("demo_account")}
            options={demo.map((account) => ({ value: account.id, label: accountText(account) }))}
            error={errors.account?.message}
          />
          <Field label={t("own_message")} hint={t("own_message_hint")} error={errors.message?.message}>
            {(control) => (
              <textarea
                {...register("message")}
                {...control}
                rows={5}
                spellCheck={false}
                className="control py-2 font-mono text-14"
              />
            )}
          </Field>
          <Button type="submit" isBusy={isSubmitting} className="self-start">
            {!isSubmitting && <Send aria-hidden className="size-4" />}
            {t("send_test")}
          </Button>
        </form>
      </Block>
      <div aria-live="polite">
        {sent && (
          <Block title={t("timeline", { ns: "order" })}>
            <TestReport sent={sent} />
          </Block>
        )}
      </div>
    </div>
  );
}
