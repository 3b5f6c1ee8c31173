import { passwordPayload, type User } from "@chartrelay/contract";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { placeFieldErrors } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { CurrentPasswordField } from "../../ui/proof-fields.tsx";
import { StrengthMeter } from "../auth/index.ts";
import { changePassword } from "./api.ts";

/** The e-mail is only shown, not sent: specification, section 7. */
const passwordForm = z.safeExtend(passwordPayload, { email: z.email("invalid_email") });
type PasswordForm = z.infer<typeof passwordForm>;

const FIELDS = ["password", "newPassword", "confirmNewPassword"] as const;
const EMPTY = { password: "", newPassword: "", confirmNewPassword: "" };

/** Account data: changing the password. */
export function AccountData({ user }: { readonly user: User }) {
  const { t } = useTranslation("settings");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm),
    mode: "onTouched",
    defaultValues: { ...EMPTY, email: user.email },
  });
  const { register, control, handleSubmit, formState, setError, trigger, reset } = form;
  const { errors, isSubmitting, isValid, touchedFields } = formState;
  const newPassword = useWatch({ control, name: "newPassword" });

  async function submit({ email: _, ...payload }: PasswordForm) {
    try {
      await dispatch(changePassword(payload));
      reset({ ...EMPTY, email: user.email });
      dispatch(upsertToast({ id: "password", status: "success", title: t("password_changed") }));
    } catch (error) {
      log.error("the password could not be changed", error);
      placeFieldErrors(error, FIELDS, setError);
      complain(t("password_change"), error, "password");
    }
  }

  return (
    <Block title={t("account_data")} hint={t("account_data_hint")}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
        <TextField label={t("email")} value={user.email} type="email" autoComplete="username" disabled readOnly />
        <CurrentPasswordField
          {...register("password")}
          label={t("current_password")}
          isRequired
          error={errorOf(errors.password)}
        />
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          <div className="flex flex-col gap-2">
            <TextField
              {...register("newPassword", {
                onChange: () => touchedFields.confirmNewPassword && void trigger("confirmNewPassword"),
              })}
              label={t("new_password")}
              type="password"
              autoComplete="new-password"
              isRequired
              error={errorOf(errors.newPassword)}
            />
            <StrengthMeter password={newPassword} ownWords={[user.email, user.fullName]} />
          </div>
          <TextField
            {...register("confirmNewPassword")}
            label={t("repeat_password")}
            type="password"
            autoComplete="new-password"
            isRequired
            error={errorOf(errors.confirmNewPassword)}
          />
        </div>
        <Button type="submit" disabled={!isValid} isBusy={isSubmitting} className="self-start">
          {t("change_password")}
        </Button>
      </form>
    </Block>
  );
}
