import { loginPayload, type LoginPayload } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { logIn } from "../../core/session/api.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

interface LoginFormProps {
  readonly onLoggedIn?: () => void;
}

/** Signs in, and leads to the profile. */
export function LoginForm({ onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError } = useForm<LoginPayload>({
    resolver: zodResolver(loginPayload),
    mode: "onTouched",
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting, isValid } = formState;

  async function submit(payload: LoginPayload) {
    try {
      await dispatch(logIn(payload));
    } catch (error) {
      return setError("root", { message: t(isRefusal(error) ? "invalid_login" : "login_failed") });
    }
    onLoggedIn?.();
    return navigate("/profile");
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
      <TextField
        {...register("password")}
        label={t("password")}
        type="password"
        autoComplete="current-password"
        error={errorOf(errors.password)}
      />
      <p role="alert" className="text-14 text-error empty:hidden">
        {errors.root?.message}
      </p>
      <Button type="submit" disabled={!isValid} isBusy={isSubmitting}>
        {t("log_in")}
      </Button>
    </form>
  );
}

/** Whether the API said no, rather than nothing. */
function isRefusal(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "invalid_login";
}
