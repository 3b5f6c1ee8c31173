import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useAppDispatch, type Thunk } from "../../core/thunk.ts";
import { placeErrors } from "../../lib/form-errors.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { CurrentPasswordField } from "../../ui/proof-fields.tsx";

/** Proves again who is using this session. @throws what the API answered, when it refuses. */
const confirmPassword =
  (password: string): Thunk =>
  async (_, __, { client }) =>
    void (await client.post("/auth/confirm-password", { password }));

/** Asks for the password again before a change of where money and messages go. */
export function RecentSignInForm({ onProved }: { readonly onProved: () => void }) {
  const { t } = useTranslation("auth");
  const dispatch = useAppDispatch();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: "" } });
  const { errors, isSubmitting, isValid } = formState;

  const submit = handleSubmit(async ({ password }) => {
    try {
      await dispatch(confirmPassword(password));
    } catch (error) {
      return placeErrors(error, ["password"], setError, t("recent_failed"));
    }
    return onProved();
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // Keeps the event from the surrounding form.
        event.stopPropagation();
        void submit(event);
      }}
      className="flex flex-col gap-4"
    >
      <p className="text-muted">{t("recent_text")}</p>
      <CurrentPasswordField
        {...register("password", { required: true })}
        label={t("password")}
        error={errors.password?.message}
      />
      <FormError error={errors.root} />
      <Button type="submit" disabled={!isValid && !errors.root} isBusy={isSubmitting}>
        {t("recent_go_on")}
      </Button>
    </form>
  );
}
