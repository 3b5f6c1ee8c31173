/** Resets a forgotten password through a link sent by mail. */
import {
  HOME_PAGE,
  passwordResetConfirmPayload,
  passwordResetPayload,
  type PasswordResetConfirmPayload,
  type PasswordResetPayload,
} from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { forgetSession } from "../../core/session/api.ts";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { detailOf, placeErrors } from "../../lib/form-errors.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { StrengthMeter } from "./strength-meter.tsx";

/** Requests the link. Doesn't learn whether there is an account. @throws what the API answered, when it refuses. */
function askForReset(payload: PasswordResetPayload): Thunk {
  return async (_, __, { client }) => {
    await client.post("/auth/password-reset", payload);
  };
}

/** Sets the password. Ends every session, this browser's too. @throws what the API answered, when it refuses. */
function confirmReset(payload: PasswordResetConfirmPayload): Thunk {
  return async (dispatch, _, { client }) => {
    await client.post("/auth/password-reset/confirm", payload);
    dispatch(forgetSession());
  };
}

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
      <Button type="submit" disabled={!isValid && !errors.root} isBusy={isSubmitting}>
        {t("reset_send")}
      </Button>
    </form>
  );
}

const FIELDS = ["newPassword", "confirmNewPassword"] as const;

/** Sets a new password for the user whose link has this token. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation("auth");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const [isDone, setIsDone] = useState(false);
  const { register, handleSubmit, formState, setError, trigger, control } = useForm<PasswordResetConfirmPayload>({
    resolver: zodResolver(passwordResetConfirmPayload),
    mode: "onTouched",
    defaultValues: { token, newPassword: "", confirmNewPassword: "" },
  });
  const { errors, isSubmitting, isValid, touchedFields } = formState;
  const password = useWatch({ control, name: "newPassword" });

  async function submit(payload: PasswordResetConfirmPayload) {
    try {
      await dispatch(confirmReset(payload));
      setIsDone(true);
    } catch (error) {
      placeErrors(error, FIELDS, setError, t("reset_failed"));
    }
  }

  if (isDone) {
    return (
      <div role="status" className="flex flex-col items-start gap-4">
        <h2 className="text-22 font-semibold">{t("reset_done_title")}</h2>
        <p>{t("reset_done")}</p>
        <Link to={HOME_PAGE} className={buttonClass("primary")}>
          {t("reset_to_login")}
        </Link>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <p className="text-muted">{t("reset_new_text")}</p>
      <div className="flex flex-col gap-2">
        <TextField
          {...register("newPassword", {
            onChange: () => touchedFields.confirmNewPassword && void trigger("confirmNewPassword"),
          })}
          label={t("reset_new_password")}
          type="password"
          autoComplete="new-password"
          error={errorOf(errors.newPassword)}
        />
        <StrengthMeter password={password} ownWords={[]} />
      </div>
      <TextField
        {...register("confirmNewPassword")}
        label={t("confirm_password")}
        type="password"
        autoComplete="new-password"
        error={errorOf(errors.confirmNewPassword)}
      />
      <FormError error={errors.root} />
      {errors.root?.type === "reset_link_ended" && (
        <Link to="/reset-password" className="inline-flex min-h-11 items-center self-start link">
          {t("reset_again")}
        </Link>
      )}
      <Button type="submit" disabled={!isValid && !errors.root} isBusy={isSubmitting}>
        {t("reset_set")}
      </Button>
    </form>
  );
}
