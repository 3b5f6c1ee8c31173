import type { User } from "@chartrelay/contract";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { useFieldError } from "../../lib/field-error.ts";
import { placeFieldErrors } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Block } from "../../ui/block.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { changeInfo } from "./api.ts";

const FIELDS = ["fullName", "telegram"] as const;

/** Personal data. The form has no rules: specification, section 5. */
export function PersonalData({ user }: { readonly user: User }) {
  const { t } = useTranslation("settings");
  const errorOf = useFieldError();
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const { register, handleSubmit, formState, setError } = useForm({
    values: { fullName: user.fullName, telegram: user.telegram ?? "" },
  });
  const { errors, isSubmitting, isDirty } = formState;

  async function submit(values: { readonly fullName: string; readonly telegram: string }) {
    try {
      await dispatch(changeInfo({ email: user.email, ...values, password: "", confirm: "" }));
      dispatch(upsertToast({ id: "profile", status: "success", title: t("profile_changed") }));
    } catch (error) {
      log.error("the profile could not be changed", error);
      placeFieldErrors(error, FIELDS, setError);
      complain(t("profile_change"), error, "profile");
    }
  }

  return (
    <Block title={t("personal_data")} hint={t("personal_data_hint")}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          <TextField
            {...register("fullName")}
            label={t("full_name")}
            autoComplete="name"
            error={errorOf(errors.fullName)}
          />
          <TextField
            {...register("telegram")}
            label={t("telegram")}
            placeholder="@name"
            autoComplete="off"
            error={errorOf(errors.telegram)}
          />
        </div>
        <Button type="submit" isBusy={isSubmitting} disabled={!isDirty} className="self-start">
          {t("save")}
        </Button>
      </form>
    </Block>
  );
}
