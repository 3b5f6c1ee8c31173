import type { User } from "@chartrelay/contract";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useTroubleToast } from "../../core/trouble-toast.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { fieldErrorsOf, placeErrors } from "../../lib/form-errors.ts";
import { log } from "../../lib/log.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError, TextField } from "../../ui/field.tsx";
import { CodeField, CurrentPasswordField } from "../../ui/proof-fields.tsx";
import { deleteUser, downloadExport } from "./api.ts";

/** Everything that we store about the user, as a file; and the deletion of it. */
export function YourData({ user }: { readonly user: User }) {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const complain = useTroubleToast();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);

  async function save() {
    setIsBusy(true);
    await dispatch(downloadExport()).catch((error: unknown) => {
      log.warn("the export failed", error);
      complain(t("export_failed"), error);
    });
    setIsBusy(false);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" isBusy={isBusy} className="px-4 text-14" onClick={() => void save()}>
        {!isBusy && <Download aria-hidden className="size-4" />}
        {t("export")}
      </Button>
      <Button look="danger" aria-haspopup="dialog" className="px-4 text-14" onClick={() => setIsAsked(true)}>
        {t("delete_account")}
      </Button>
      {isAsked && <Deletion email={user.email} onClose={() => setIsAsked(false)} />}
    </div>
  );
}

/** Says what will happen, and requires the e-mail to be typed: a click alone must not be enough. */
function Deletion({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useTranslation("settings");
  const dispatch = useAppDispatch();
  const [needsCode, setNeedsCode] = useState(false);
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    mode: "onTouched",
    defaultValues: { typed: "", password: "", code: "" },
  });
  const { errors, isSubmitting, isValid } = formState;
  useEffect(() => {
    if (needsCode) setFocus("code");
  }, [needsCode, setFocus]);

  async function submit({ password, code }: { readonly password: string; readonly code: string }) {
    try {
      await dispatch(deleteUser({ password, ...(code.trim() && { code: code.trim() }) }));
    } catch (error) {
      // Only this answer reveals that there is a second factor: the field for its code isn't wrong yet.
      if (!needsCode && "code" in fieldErrorsOf(error)) return setNeedsCode(true);
      return placeErrors(error, ["password", "code"], setError, t("failed"));
    }
    // Nobody is signed in any more, so the login screen takes the page's place.
    dispatch(upsertToast({ status: "success", title: t("deleted") }));
  }

  return (
    <Dialog isOpen onClose={onClose} title={t("delete_account")} description={t("delete_hint")}>
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-14">
          <li>{t("delete_now")}</li>
          <li>{t("delete_orders")}</li>
          <li>{t("delete_kept")}</li>
        </ul>
        <TextField
          {...register("typed", { validate: (typed) => typed.trim().toLowerCase() === email.toLowerCase() })}
          label={t("type_email", { email })}
          autoComplete="off"
          error={errors.typed && t("type_email_wrong")}
        />
        <CurrentPasswordField
          {...register("password", { required: true })}
          label={t("current_password")}
          error={errors.password?.message}
        />
        {needsCode && (
          <CodeField {...register("code")} label={t("code")} hint={t("code_hint")} error={errors.code?.message} />
        )}
        <FormError error={errors.root} />
        <Button type="submit" look="danger" disabled={!isValid} isBusy={isSubmitting}>
          {t("delete_forever")}
        </Button>
      </form>
    </Dialog>
  );
}
