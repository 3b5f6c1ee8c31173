import type { Account, Order } from "@chartrelay/contract";
import { Send } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLive } from "../../core/live/live.tsx";
import { useAppDispatch } from "../../core/thunk.ts";
import { useAccountText } from "../../core/trading/account-label.tsx";
import { Reason } from "../../core/trading/reason.tsx";
import { Status } from "../../core/trading/status.tsx";
import { detailOf, fieldErrorsOf } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { Json } from "../../ui/json.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { fetchOrder, placeTestOrder } from "./api.ts";
import { TimelineBar } from "./timeline-bar.tsx";

/** Sends an order all the way to a demo account, and shows each step as it happens. */
export function OrderTest({ accounts }: { readonly accounts: readonly Account[] }) {
  const { t } = useTranslation(["orders", "trading"]);
  const dispatch = useAppDispatch();
  const accountText = useAccountText();
  const demo = accounts.filter(({ isDemo }) => isDemo);
  const [sent, setSent] = useState<{ readonly id: string; readonly message: string }>();
  const [order, setOrder] = useState<Order>();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { account: demo[0]?.id ?? "", message: "" },
  });
  const { errors, isSubmitting } = formState;

  useLive({
    onEvent: (topic, payload) => topic === "order" && (payload as Order).id === sent?.id && setOrder(payload as Order),
    onMissed: () => sent && void look(sent.id),
  });

  async function look(id: string) {
    const found = await dispatch(fetchOrder(id)).catch((error: unknown) => {
      log.warn("the test order could not be loaded", error);
      return undefined;
    });
    // An event that arrived meanwhile is newer.
    if (found) setOrder((known) => (known?.id === id && known.stage === "done" ? known : found));
  }

  async function submit({ account, message }: { readonly account: string; readonly message: string }) {
    try {
      const test = await dispatch(placeTestOrder({ account, ...(message.trim() && { message }) }));
      setOrder(undefined);
      setSent(test);
      await look(test.id);
    } catch (error) {
      // The outcome of an earlier test would look like the answer to this one.
      setSent(undefined);
      const { account: onAccount, message: onMessage } = fieldErrorsOf(error);
      if (onAccount) setError("account", { message: onAccount });
      else setError("message", { message: onMessage ?? detailOf(error) ?? t("test_failed") });
    }
  }

  if (demo.length === 0) {
    return (
      <Empty
        title={t("no_demo")}
        reason={t("no_demo_reason")}
        action={
          <Link to="/profile/api" className={buttonClass()}>
            {t("to_keys")}
          </Link>
        }
      />
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
          <Block title={t("timeline")}>
            {order && (
              <>
                <Status status={order.status} />
                {order.reason && <Reason code={order.reason} />}
                <TimelineBar timeline={order.timeline} />
              </>
            )}
            <section className="flex flex-col gap-2">
              <h3 className="text-14 font-medium">{t("message_sent")}</h3>
              <Json text={sent.message} label={t("message_sent")} />
            </section>
            {order?.responseServerJson && (
              <section className="flex flex-col gap-2">
                <h3 className="text-14 font-medium">{t("response")}</h3>
                <Json text={order.responseServerJson} label={t("response")} />
              </section>
            )}
          </Block>
        )}
      </div>
    </div>
  );
}
