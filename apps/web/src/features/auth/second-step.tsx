import type { LoginPayload } from "@chartrelay/contract";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { logIn } from "../../core/session/sign-in.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { codeOf, detailOf } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/proof-fields.tsx";

interface SecondStepProps {
  readonly firstStep: LoginPayload;
  readonly onLoggedIn: () => void;
  readonly onBack: () => void;
}

/** Asks for a code from the user's app, or for a recovery code. */
export function SecondStep({ firstStep, onLoggedIn, onBack }: SecondStepProps) {
  const { t } = useTranslation("auth");
  const dispatch = useAppDispatch();
  const form = useForm({ mode: "onTouched", defaultValues: { code: "" } });
  const { register, handleSubmit, formState, setError, setFocus } = form;
  const { errors, isSubmitting, isValid } = formState;
  // This step has just replaced the first one.
  useEffect(() => setFocus("code"), [setFocus]);

  async function submit({ code }: { readonly code: string }) {
    try {
      await dispatch(logIn({ ...firstStep, code: code.trim() }));
    } catch (error) {
      const message = codeOf(error) === "invalid_login" ? t("wrong_code") : (detailOf(error) ?? t("login_failed"));
      return setError("code", { message }, { shouldFocus: true });
    }
    return onLoggedIn();
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <CodeField
        {...register("code", { required: true })}
        label={t("code")}
        hint={t("code_hint")}
        inputMode="text"
        error={errors.code?.message}
      />
      <Button type="submit" disabled={!isValid && !errors.code?.message} isBusy={isSubmitting}>
        {t("log_in")}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t("back")}
      </Button>
    </form>
  );
}
