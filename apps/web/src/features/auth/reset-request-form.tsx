import { passwordResetPayload, type PasswordResetPayload } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { detailOf } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { askForReset } from "./password-reset.ts";

/** Asks where to send the link, and says the same whether or not there is an account. */
export function ResetRequestForm() {
  const { t } = useTranslation("auth");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState, setError } = useForm<PasswordResetPayload>({
    resolver: zodResolver(passwordResetPayload),
    mode: "onTouched",
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting, isValid } = formState;

  async function submit(payload: PasswordResetPayload) {
    try {
      await dispatch(askForReset(payload));
      setSentTo(payload.email);
    } catch (error) {
      setError("root", { message: detailOf(error) ?? t("reset_failed") });
    }
  }

  if (sentTo !== undefined) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <h2 className="text-22 font-semibold">{t("reset_sent_title")}</h2>
        <p className="[overflow-wrap:anywhere]">{t("reset_sent", { email: sentTo })}</p>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <p className="text-muted">{t("reset_text")}</p>
      <TextField
        {...register("email")}
        label={t("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errorOf(errors.email)}
      />
      <FormError error={errors.root} />
      <Button type="submit" disabled={!isValid} isBusy={isSubmitting}>
        {t("reset_send")}
      </Button>
    </form>
  );
}
