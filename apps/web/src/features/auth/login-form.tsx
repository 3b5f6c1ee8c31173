import { loginPayload, type LoginPayload } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { logIn } from "../../core/session/sign-in.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { codeOf, detailOf } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { CurrentPasswordField } from "../../ui/proof-fields.tsx";
import { useLeadOn } from "./lead-on.ts";
import { SecondStep } from "./second-step.tsx";

interface LoginFormProps {
  readonly onLoggedIn?: () => void;
  /** The user opened another page. */
  readonly onLeave?: () => void;
}

/** Signs in, with a second-factor code if the user has one, and redirects. */
export function LoginForm({ onLoggedIn, onLeave }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const leadOn = useLeadOn();
  const { register, handleSubmit, formState, setError } = useForm<LoginPayload>({
    resolver: zodResolver(loginPayload),
    mode: "onTouched",
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting, isValid } = formState;
  /** Set when the first step was answered with a request for the second. */
  const [firstStep, setFirstStep] = useState<LoginPayload>();

  function finish() {
    onLoggedIn?.();
    leadOn();
  }

  async function submit(payload: LoginPayload) {
    try {
      await dispatch(logIn(payload));
    } catch (error) {
      if (codeOf(error) === "second_factor_needed") return setFirstStep(payload);
      return setError("root", { message: refusal(error) });
    }
    return finish();
  }

  function refusal(error: unknown): string {
    return codeOf(error) === "invalid_login" ? t("invalid_login") : (detailOf(error) ?? t("login_failed"));
  }

  if (firstStep) {
    return <SecondStep firstStep={firstStep} onLoggedIn={finish} onBack={() => setFirstStep(undefined)} />;
  }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <TextField
        {...register("email")}
        label={t("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errorOf(errors.email)}
      />
      <CurrentPasswordField {...register("password")} label={t("password")} error={errorOf(errors.password)} />
      <FormError error={errors.root} />
      {/* What the server refused, or never got, may be sent again as it is. */}
      <Button type="submit" disabled={!isValid && !errors.root} isBusy={isSubmitting}>
        {t("log_in")}
      </Button>
      <Link
        to="/reset-password"
        {...(onLeave && { onClick: onLeave })}
        className="inline-flex min-h-11 items-center self-center text-14 link"
      >
        {t("forgotten")}
      </Link>
    </form>
  );
}
